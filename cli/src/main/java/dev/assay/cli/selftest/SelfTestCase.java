package dev.assay.cli.selftest;

import dev.assay.analysis.verdict.VerdictRules;
import dev.assay.run.HarnessFaults;
import dev.assay.run.directory.RunDirectory;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.ScenarioFile;
import dev.assay.scenario.plan.Plan;
import java.util.List;
import java.util.Set;

/** Something that is injected into a run of its own, and what has to be said of it. */
interface SelfTestCase {
    /** In kebab case. */
    String name();

    /** For people. */
    String injected();

    /** The scenario file of the run. */
    String scenario();

    /** How many workers drive the load, in one process. */
    int workers();

    /** What is done to them. */
    HarnessFaults harness();

    /** Codes of the reasons that have to be given. */
    List<String> rules();

    /** The trials of the run. */
    default Plan plan() {
        return plan(name(), scenario());
    }

    /** What the stored run shows of it, by these rules. */
    CaseResult judge(RunDirectory run, VerdictRules rules);

    /** The trials of a scenario of the self-test. */
    static Plan plan(String name, String scenario) {
        try {
            return ScenarioFile.read(name, scenario, List.of(), Set.of()).plan();
        } catch (ScenarioException e) {
            throw new IllegalStateException("the self-test's own scenario is invalid: " + e.getMessage(), e);
        }
    }
}
