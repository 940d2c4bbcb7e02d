package dev.assay.model.spec;

/** Who runs the system under test. */
public enum Deployment {
    /** Assay starts it on this machine for the trial, and removes it afterwards. */
    LOCAL,
    /** It runs already; the scenario says where, and Assay touches only what it creates there. */
    EXISTING
}
