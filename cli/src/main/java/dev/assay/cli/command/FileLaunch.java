package dev.assay.cli.command;

import dev.assay.run.launch.Resumption;
import dev.assay.scenario.ScenarioException;

/** Launches runs of one kind of file; each method returns the exit code. */
interface FileLaunch {
    int start() throws ScenarioException;

    /** Checks the file on this machine and has pods run it. */
    int inPods(String place) throws ScenarioException;

    int resume(Resumption run) throws ScenarioException;

    int again() throws ScenarioException;
}
