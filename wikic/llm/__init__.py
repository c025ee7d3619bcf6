"""The one door to language models, and the layers between it and a provider.

Files without a test of their name are held by test_agent_model.py, test_conformance.py, test_model_server.py,
test_litellm_model.py, test_transcript.py and tests/test_session_models.py.
"""
