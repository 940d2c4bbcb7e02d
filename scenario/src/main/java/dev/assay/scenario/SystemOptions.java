package dev.assay.scenario;

import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.Scenario;
import dev.assay.model.spec.TrialSpec;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.TreeBinder.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads a cluster of one system from options of the command line, without a scenario file. */
public final class SystemOptions {
    private static final String DURABILITY = "durability";
    private static final String LOCAL = ScalarText.format(Deployment.LOCAL);

    private final Source command;
    private final String system;
    private final Map<Source, TypedOption> options;
    private final ProblemLog log;

    private SystemOptions(Source command, String system, List<TypedOption> options) {
        this.command = command;
        this.system = system;
        this.options = Overrides.sources(options, command);
        this.log = new ProblemLog(new CommandWording(command, system, this.options));
    }

    /**
     * Returns the cluster that a command requests. Problems are located in the typed options, and use their names.
     *
     * @param command the command in front of the system, such as {@code assay cluster up}
     * @param system an installed system
     * @param set the values of {@code --set}: {@code key=value}, or {@code settings.broker.NAME=VALUE}
     * @param durability the value of {@code --durability}
     * @param secrets reads the secrets that options name
     * @throws ScenarioException with all problems of the options at once
     */
    public static TrialSpec read(
            String command, String system, List<String> set, Optional<String> durability, SecretValues secrets)
            throws ScenarioException {
        List<TypedOption> options = new ArrayList<>();
        set.forEach(typed -> options.add(TypedOption.ofSystem(system, typed)));
        durability.ifPresent(
                level -> options.add(TypedOption.ofKey("--" + DURABILITY, KeyPath.TOP.to(DURABILITY), level)));
        return new SystemOptions(Source.ofFile(command, system, secrets), system, options).read();
    }

    private TrialSpec read() throws ScenarioException {
        Tree tree = withoutOthers(Overrides.apply(defaults(), options, log));
        Place top = new Place(KeyPath.TOP, command.top(), "");
        Scenario scenario = (Scenario) new TreeBinder(Map.of(), log).bind(SchemaNode.FILE, tree, top);
        if (scenario == null) {
            throw log.exception();
        }
        TrialSpec trial = scenario.trial(system);
        log.addRefusals(trial, Set.of(), new SourceLocator(tree, Map.of(), command));
        log.throwIfAny();
        return trial;
    }

    /** Returns a scenario with nothing but the system in it; every part of it has the span of the system's name. */
    private Tree defaults() {
        SourceSpan typed = command.top();
        Entry name = new Entry(typed, "name", new Scalar(typed, "cluster", false));
        Entry kind = new Entry(typed, system, Mapping.empty(typed));
        return new Mapping(typed, List.of(name, new Entry(typed, "systems", new Mapping(typed, List.of(kind)))));
    }

    /** Returns the tree of a cluster that Assay starts; any other deployment is logged. */
    private Tree withoutOthers(Tree tree) {
        KeyPath deployment = KeyPath.TOP.to("systems").to(system).to("deployment");
        Tree value = SourceLocator.find(tree, deployment);
        if (value == null || (value instanceof Scalar scalar && scalar.text().equals(LOCAL))) {
            return tree;
        }
        log.add(
                value.span(),
                deployment + ": Assay can't start an existing cluster",
                "leave it out; existing clusters are given in scenarios");
        return ClusterKeys.deployed(tree, system, Deployment.LOCAL, command);
    }
}
