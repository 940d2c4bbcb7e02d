package dev.assay.cli.command;

import dev.assay.run.launch.Resumption;
import dev.assay.scenario.ScenarioException;

/** The runs of a file; each returns the exit code. */
interface FileLaunch {
    int start() throws ScenarioException;

    /** Checks the file here, and has pods run it. */
    int inPods(String place) throws ScenarioException;

    /** Goes on with a run of it. */
    int resume(Resumption run) throws ScenarioException;

    /** Runs again what a run has measured. */
    int again() throws ScenarioException;
}
