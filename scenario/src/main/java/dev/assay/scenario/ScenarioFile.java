package dev.assay.scenario;

import dev.assay.model.spec.FailCondition;
import dev.assay.model.spec.FaultChoices;
import dev.assay.model.spec.NamedCluster;
import dev.assay.model.spec.Repeat;
import dev.assay.model.spec.Scenario;
import dev.assay.scenario.plan.Plan;
import dev.assay.scenario.plan.PlanBuilder;
import dev.assay.scenario.plan.TrialPoint;
import java.util.List;
import java.util.Set;

/** Holds a scenario as read: the scenario at its first point, and all points of its dimensions. */
public final class ScenarioFile {
    /** Bounds a file, in bytes: in UTF-8, a text within its limits takes no more. */
    public static final int MAX_BYTES = 4 * YamlText.MAX_CHARACTERS;

    private final Scenario first;
    private final Repeat blocks;
    private final List<TrialPoint> points;

    /** @param blocks how often each point is measured, which a scenario with a search need not say */
    ScenarioFile(Scenario first, Repeat blocks, List<TrialPoint> points) {
        this.first = first;
        this.blocks = blocks;
        this.points = List.copyOf(points);
    }

    /**
     * Reads a scenario.
     *
     * @param fileName the name that problems are reported under
     * @param text the file's text
     * @param overrides {@code path=value}, applied in order
     * @param onlySystems the systems to plan trials for; empty for all
     * @throws ScenarioException with all problems of the file and the options at once
     */
    public static ScenarioFile read(String fileName, String text, List<String> overrides, Set<String> onlySystems)
            throws ScenarioException {
        return read(fileName, text, overrides, onlySystems, List.of());
    }

    /**
     * Reads a scenario of which some systems are measured on clusters that run already. What those have decided, the scenario
     * takes from them; where it asks for something else, that is a problem.
     *
     * @param onlySystems the systems to plan trials for; empty for those of the clusters
     * @param clusters at most one for each system
     * @throws ScenarioException with all problems of the file and the options at once
     */
    public static ScenarioFile read(
            String fileName, String text, List<String> overrides, Set<String> onlySystems, List<NamedCluster> clusters)
            throws ScenarioException {
        return read(fileName, text, overrides, onlySystems, clusters, PayloadFiles.NONE);
    }

    public static ScenarioFile read(
            String fileName,
            String text,
            List<String> overrides,
            Set<String> onlySystems,
            List<NamedCluster> clusters,
            PayloadFiles payloads)
            throws ScenarioException {
        return read(fileName, text, overrides, onlySystems, clusters, payloads, SecretValues.UNREAD);
    }

    public static ScenarioFile read(
            String fileName,
            String text,
            List<String> overrides,
            Set<String> onlySystems,
            List<NamedCluster> clusters,
            PayloadFiles payloads,
            SecretValues secrets)
            throws ScenarioException {
        return new ScenarioReader(Source.ofFile(fileName, text, secrets), clusters, payloads)
                .read(text, overrides, onlySystems);
    }

    public String name() {
        return first.name();
    }

    /** Returns how often each trial is measured at least, where the scenario says so. */
    public int repeat() {
        return first.repeat().min();
    }

    Repeat blocks() {
        return blocks;
    }

    public long seed() {
        return first.seed();
    }

    public FaultChoices faults() {
        return first.faults();
    }

    public List<FailCondition> failIf() {
        return first.failIf();
    }

    /** Tells whether a run first verifies the levels that it measures. */
    public boolean verify() {
        return first.verify();
    }

    /** Returns each point once: by system and then by dimension, both in the file's order. */
    public List<TrialPoint> points() {
        return points;
    }

    public Plan plan() {
        return new PlanBuilder(name(), blocks, seed(), first.clusters()).build(points);
    }
}
