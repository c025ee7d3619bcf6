"""Given names by the gender they are most often borne in, for deciding what is a person and who "she" can be.

Names that either gender bears (Leslie, Andrea, Jean, Kim) are in neither list's gender sense: they stand
in EITHER.
"""

from __future__ import annotations

from typing import Final

from wikic.language.loading import pack
from wikic.text.wordlist import words

MALE: Final = words(
    """
    Aaron Abbas Abdul Abdullah Abel Abraham Adalbert Adam Adolf Adolph Adolphus Adrian Afonso Ahmad
    Ahmed Akbar Akira Alain Alan Albert Alberto Albrecht Aldo Alec Alejandro Aleksander Aleksandr
    Aleksei Alessandro Alex Alexander Alexandre Alexandros Alexei Alexios Alfonso Alfred Alfredo Ali
    Allan Allen Alois Alonso Alphonse Alvin Amadeus Amir Anand Anatole Anders Andreas Andrei Andrés
    Andrew Andrzej Andy Angelo Ángel Anil Anthony Antoine Anton Antonio António Archibald Arjun
    Armand Armando Arne Arnold Arthur Artur Arturo Arun Ashok Attila August Auguste Augustine
    Augustus Axel Baldwin Barry Bartholomew Basil Ben Benedict Benito Benjamin Bernard Bernardo
    Bernd Bernhard Bert Bertrand Bill Billy Björn Bob Bobby Bogislaw Boleslaw Boris Boyd Brad
    Brandon Brendan Brent Brian Bruce Bruno Burt Caleb Calvin Carl Carlo Carlos Casimir Cecil César
    Chad Charles Charlie Chester Chris Christian Christoph Christopher Chuck Clarence Claude Claudio
    Clement Cliff Clifford Clint Clive Colin Connor Conrad Constantine Cornelius Craig Curt Curtis
    Cyril Cyrus Dan Daniel Daniele Danny Dante Darius Darren Darryl Dave David Dean Denis Dennis
    Derek Diego Dieter Dietrich Dimitri Dirk Dmitri Dmitry Dom Domenico Dominic Dominik Don Donald
    Douglas Dudley Duncan Dwight Earl Eberhard Eddie Edgar Edmund Edoardo Eduard Eduardo Edward
    Edwin Egon Eli Elias Elijah Elliot Elmer Emanuel Emil Émile Emilio Emmanuel Enrico Enrique Enzo
    Eric Erich Erik Ernest Ernesto Ernst Erwin Esteban Étienne Eugen Eugene Eugène Evan Everett Ezra
    Fabio Federico Felipe Felix Ferdinand Fernando Fidel Filippo Finn Floyd Folke Francesco Francis
    Francisco Franco François Frank Franklin Frans Franz Fred Freddie Frederic Frederick Friedrich
    Fritz Fyodor Gabriel Garry Gary Gaston Gavin Gene Geoffrey Georg George Georges Georgios Gerald
    Gerard Gerhard Gideon Gilbert Giacomo Gianni Giorgio Giovanni Giulio Giuseppe Glen Glenn Gopal
    Gordon Graham Greg Gregory Guido Guillaume Guillermo Gunther Gus Gustav Gustave Guy Hamilton
    Hans Harald Hari Harold Harry Harvey Hassan Hector Heinrich Heinz Helmut Henri Henrik Henry
    Herbert Herman Hermann Hideo Hiroshi Horace Horatio Howard Hubert Hugh Hugo Humphrey Hussein
    Iain Ian Ibrahim Ignacio Igor Ingmar Ira Irving Isaac Isaiah Ismail István Ivan Ivo Ivor Jack
    Jackie Jacob Jacques Jaime Jake Jakob James Jamie Jan János Jared Jason Javier Jawaharlal Jay
    Jeff Jefferson Jeffrey Jeremiah Jeremy Jerome Jerry Jerzy Jesús Jim Jimmy Joachim Joan Joaquim
    Joaquín Joe Joel Johan Johann Johannes John Johnny Jon Jonas Jonathan Jordan Jorge José Josef
    Joseph Joshua Josip Juan Jules Julian Julio Julius Jürgen Karel Karl Kaspar Kazimierz Keith Ken
    Kenneth Kenji Kevin Khalid Kirk Klaus Knud Konrad Konstantin Krishna Kumar Kurt Kyle Lars Lance
    Larry Lawrence Lee Lech Len Leo Leon Leonard Leonardo Leopold Leroy Lester Lewis Liam Lionel
    Lloyd Lorenzo Lothar Lou Louis Lucas Luca Lucien Ludovico Ludwig Luigi Luis Luiz Lukas Luke
    Luther Magnus Mahmoud Malcolm Manfred Manuel Marc Marcel Marcello Marco Marcos Marcus Mario Mark
    Markus Marshall Martin Marvin Masaki Mathieu Matteo Matthew Matthias Matti Maurice Maurizio
    Maurits Max Maximilian Mehmed Mehmet Mel Melvin Michael Michel Michele Miguel Mihail Mikael Mike
    Mikhail Mikhael Miklós Milan Miles Milton Miroslav Mohamed Mohammad Mohammed Mohan Morgan Morris
    Moses Muhammad Murray Mustafa Nathan Nathaniel Neil Nelson Niccolò Nicholas Nick Nicola Nicolae
    Nicolas Niels Nigel Nikolai Nikolaus Nils Noah Noel Norman Norbert Oleg Oliver Olivier Omar
    Orlando Orson Oscar Oskar Otto Owen Pablo Paolo Pascal Patrick Paul Paulo Pavel Pedro Per Percy
    Perry Pete Peter Petr Phil Philip Philipp Philippe Phillip Pierre Piero Pietro Piotr Pope Prem
    Rafael Rainer Raj Rajendra Raja Ralph Ram Ramón Randolph Randy Raoul Raphael Raúl Ray Raymond
    Reginald Reinhard René Renzo Rex Ricardo Riccardo Richard Rick Robert Roberto Robin Roderick
    Rodney Rodrigo Roger Roland Rolf Romain Roman Ron Ronald Rory Ross Roy Rudolf Rudolph Rupert
    Russell Ryan Said Salman Salvador Salvatore Sam Samuel Sandro Sanjay Santiago Satish Saul Scott
    Sean Sebastian Sebastián Serge Sergei Sergey Sergio Seth Seymour Shane Shankar Shawn Sid Sidney
    Siegfried Sigismund Silvio Simon Stanislaus Stanislaw Stanley Stefan Stefano Stephen Sten Steve
    Steven Stewart Stuart Suleiman Suresh Sven Syed Ted Terence Terry Theodor Theodore Theobald
    Thomas Thor Thorsten Tim Timothy Tito Toby Tobias Todd Tom Tomás Tommy Tony Travis Trevor
    Tristan Tsar Ugo Ulrich Umberto Urban Václav Valentin Vasily Victor Viktor Vikram Vincent
    Vincenzo Vinod Vishnu Vittorio Vlad Vladimir Vladislav Waldemar Wallace Wally Walt Walter Warren
    Wayne Wenceslaus Werner Wilbur Wilfred Wilhelm Will Willem William Willie Willy Winston
    Wladyslaw Wolfgang Woody Xavier Yuri Yusuf Yves Zachary Zoltán
    """
)
FEMALE: Final = words(
    """
    Abigail Ada Adela Adelaide Adele Adelheid Adriana Agatha Agnes Aisha Alba Alberta Alexandra
    Alexandrine Alice Alicia Alison Althea Amalia Amalie Amanda Amber Amelia Amy Ana Anastasia
    Andrea Angela Angelica Angelina Anita Ann Anna Annabella Anne Annette Annie Anya Antoinette
    Antonia April Ariadne Arlene Astrid Audrey Augusta Aurora Ava Barbara Beatrice Beatrix Belinda
    Bella Berengaria Bernadette Bertha Beth Betsy Betty Beverly Bianca Blanche Bona Brenda Bridget
    Brigitte Britney Camilla Carla Carmen Carol Carole Carolina Caroline Carolyn Carrie Casey
    Cassandra Catalina Caterina Catherine Cathy Cecilia Celia Celine Charlotte Cher Cheryl Chiara
    Chloe Christa Christiane Christina Christine Cindy Claire Clara Clarissa Claudia Clementia
    Cleopatra Colette Constance Constanza Cora Cordelia Corinne Cornelia Crystal Cynthia Daisy Dana
    Daphne Dawn Debbie Deborah Debra Deepika Delia Denise Diana Diane Dolores Dominique Donna Dora
    Doris Dorothea Dorothy Edith Edna Eileen Elaine Eleanor Eleanora Elena Eleonora Eleonore Elisa
    Elisabeth Elizabeth Ella Ellen Elsa Elsie Elvira Emilia Emilie Emily Emma Ernestine Erica
    Estelle Esther Ethel Etta Eugenia Eugenie Euphemia Eva Eve Evelyn Faith Fanny Farah Fatima Faye
    Felicity Feodora Fernanda Fiona Flora Florence Frances Francesca Franziska Frederica Frederika
    Friederike Frieda Gabriela Gabriella Gabrielle Gail Gemma Geneviève Georgia Georgina Geraldine
    Gerda Gertrude Gina Giovanna Gisela Giulia Giuliana Glenda Gloria Grace Greta Gretchen Gwendolyn
    Hannah Hanna Harriet Hattie Hazel Hedwig Heidi Helen Helena Helene Henrietta Henriette Hilary
    Hilda Hildegard Holly Hope Ida Ilona Ilse Ines Inès Ingeborg Ingrid Irene Irina Iris Irma Isabel
    Isabella Isabelle Isolde Ivy Jacqueline Jacquetta Jadwiga Jane Janet Janice Jasmine Jeanne
    Jennifer Jenny Jessica Jill Joanna Joanne Johanna Josephine Josefina Joy Joyce Juana Judith Judy
    Julia Juliana Julie Juliet Juliette June Karen Karin Karla Kate Katharina Katharine Katherine
    Kathleen Kathryn Kathy Katie Katrina Kelly Kristen Kristin Kristina Kunigunde Lakshmi Lara Laura
    Lauren Lavinia Leah Leila Lena Leonora Leona Lidia Lilian Lillian Lily Linda Lisa Liza Lois Lola
    Loretta Lorraine Louisa Louise Lucia Lucille Lucrezia Lucy Ludovica Luisa Luise Lydia Lynn Mabel
    Madeleine Madeline Madge Mae Magdalena Magdalene Maggie Maia Mandy Manuela Marcella Marcia
    Margaret Margareta Margarete Margarethe Margarita Marge Margery Margherita Margot Marguerite
    Maria María Marian Mariana Marianne Marie Marilyn Marina Marion Marisa Marjorie Marlene Marsha
    Marta Martha Mary Mathilda Mathilde Matilda Maud Maude Maureen Maxine Maya Meera Megan Melanie
    Melissa Mercedes Meryl Mia Michelle Mildred Millicent Minnie Miranda Miriam Moira Molly Mona
    Monica Monique Muriel Myra Myrtle Nadia Nadine Nancy Naomi Natalia Natalie Natasha Nell Nellie
    Nicole Nina Nora Norma Octavia Olga Olive Olivia Ophelia Pamela Pat Patricia Patty Paula Paulina
    Pauline Pearl Peggy Penelope Petra Philippa Phyllis Polly Priscilla Priya Queenie Rachel Rani
    Rebecca Regina Renata Renée Rhoda Rita Roberta Rosa Rosalie Rosalind Rose Rosemary Rosie Rotrude
    Roxanne Ruby Ruth Sabina Sabine Sabrina Sally Samantha Sancha Sandra Sara Sarah Selina Selma
    Shakuntala Sharon Sheila Shirley Sibyl Sibylla Sibylle Sigrid Silvia Simone Sofia Sonia Sophia
    Sophie Stella Stephanie Sue Susan Susanna Susannah Susanne Suzanne Sybil Sylvia Tamara Tanya
    Tatiana Teresa Tess Thelma Theodora Theresa Therese Tilda Tina Toni Tracy Trixie Ulrike Ursula
    Valentina Valerie Vanessa Vera Verena Verónica Veronica Victoria Viola Violet Virginia Vivian
    Vivien Wanda Wendy Wilhelmina Wilhelmine Winifred Xenia Yolanda Yolande Yvette Yvonne Zoe Zsa
    """
)
EITHER: Final = words(
    """
    Leslie Jean Kim Ashley Beverley Cameron Dale Hilary Jessie Jody Kerry Lindsay Marion Meredith
    Pat Robin Sandy Shannon Shirley Sidney Stacey Terry Tracy Vivian Joan Lee Jan Jordan Andrea
    Nicola Michele Dana Casey Kelly Dominique Carol Evelyn Laurence Sasha Jackie Jamie Taylor Morgan
    Maria Marie Anne
    """
)
GIVEN: Final = MALE | FEMALE
# Every name that tells a person; where a name is cut or joined, those that are surnames too prove nothing.
TELLING: Final = GIVEN | EITHER | {name.title() for name in pack("en").given_names}
