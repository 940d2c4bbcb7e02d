package dev.assay.core.scenario.text;

import dev.assay.core.plan.PlanBuilder;
import dev.assay.core.plan.TrialPoint;
import dev.assay.core.scenario.KeyPath;
import dev.assay.core.scenario.Scenario;
import dev.assay.core.scenario.SystemKind;
import dev.assay.core.scenario.TrialSpec;
import dev.assay.core.scenario.text.Dimensions.Dimension;
import dev.assay.core.scenario.text.Tree.Entry;
import dev.assay.core.scenario.text.Tree.Mapping;
import dev.assay.core.scenario.text.TreeBinder.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads one scenario, collecting all of its problems on the way. */
final class ScenarioReader {
    private final ProblemLog log = new ProblemLog();

    ScenarioFile read(Source source, String text, List<String> overrides, Set<String> onlySystems)
            throws ScenarioException {
        Optional<Tree> parsed = YamlText.read(source, text, log);
        if (parsed.isEmpty()) {
            log.throwIfAny();
        }
        Tree file = Overrides.apply(parsed.orElseThrow(), overrides, log);
        List<Dimension> dimensions = Dimensions.of(file, log);
        Optional<Scenario> first = bind(file, Map.of(), source);
        List<String> systems = systems(file);
        reportStraySettings(file, systems);
        reportMissing(onlySystems, systems);
        List<TrialPoint> points = new ArrayList<>();
        for (String system : systems) {
            boolean wanted = onlySystems.isEmpty() || onlySystems.contains(system);
            List<TrialPoint> ofSystem = points(file, new SweepPoints(system, dimensions), source, wanted);
            if (wanted) {
                points.addAll(ofSystem);
            }
        }
        first.ifPresent(scenario -> reportTooMany(dimensions, points.size(), scenario.repeat(), source));
        log.throwIfAny();
        return new ScenarioFile(first.orElseThrow(), points);
    }

    private Optional<Scenario> bind(Tree file, Map<KeyPath, Tree> choices, Source source) {
        Place top = new Place(KeyPath.TOP, source.top(), KeyAdvice.known(KeyPath.TOP, Format.FILE, ""));
        return new TreeBinder(choices, log).bind(Format.FILE, file, top).map(Scenario.class::cast);
    }

    private List<TrialPoint> points(Tree file, SweepPoints points, Source source, boolean wanted) {
        if (points.count() > PlanBuilder.MOST_TRIALS) {
            log.add(
                    points.longest().map(Dimension::span).orElseGet(source::top),
                    points.describe() + ", more than " + PlanBuilder.MOST_TRIALS,
                    "shorten the lists, or split the scenario");
            points.oneAtATime().forEach(choices -> bind(file, choices, source));
            return List.of();
        }
        List<TrialPoint> bound = new ArrayList<>();
        for (Map<KeyPath, Tree> choices : points.all()) {
            Optional<TrialSpec> trial = bind(file, choices, source).map(scenario -> scenario.trial(points.system()));
            trial.filter(spec -> wanted)
                    .ifPresent(spec -> spec.refusals()
                            .forEach(refusal -> log.add(
                                    new SourceLocator(file, choices, source).of(refusal.key(), refusal.part()),
                                    refusal.key() + ": " + refusal.reason(),
                                    refusal.advice())));
            trial.map(points::point).ifPresent(bound::add);
        }
        return bound;
    }

    private void reportTooMany(List<Dimension> dimensions, int points, int repeat, Source source) {
        long trials = (long) points * repeat;
        if (trials > PlanBuilder.MOST_TRIALS) {
            log.add(
                    dimensions.isEmpty() ? source.top() : dimensions.getFirst().span(),
                    points + " trials, each measured " + repeat + " times, are " + trials + " trials, more than "
                            + PlanBuilder.MOST_TRIALS,
                    "shorten the lists, lower 'repeat', or split the scenario");
        }
    }

    private void reportStraySettings(Tree file, List<String> systems) {
        for (Entry entry : entries(file, "settings")) {
            if (isKnown(entry.key()) && !systems.contains(entry.key())) {
                log.add(
                        entry.keySpan(),
                        "there are settings for " + entry.key() + ", but it is not among the systems"
                                + (systems.isEmpty() ? "" : ": " + String.join(", ", systems)),
                        "add '" + entry.key() + ":' under systems, or remove its settings");
            }
        }
    }

    private void reportMissing(Set<String> wanted, List<String> systems) {
        Source option = Source.of("--systems", Integer.MAX_VALUE, String.join(",", wanted));
        int column = 0;
        for (String system : wanted) {
            if (!systems.contains(system)) {
                log.add(
                        new SourceSpan(option, 0, column, Math.max(1, system.length())),
                        "the scenario has no system called '" + system + "'",
                        NearestNames.question(system, systems) + "its systems: " + String.join(", ", systems));
            }
            column += system.length() + 1;
        }
    }

    private static List<String> systems(Tree file) {
        return entries(file, "systems").stream()
                .map(Entry::key)
                .filter(ScenarioReader::isKnown)
                .toList();
    }

    private static boolean isKnown(String system) {
        return SystemKind.names().contains(system);
    }

    private static List<Entry> entries(Tree file, String key) {
        return entries(file).stream()
                .filter(entry -> entry.key().equals(key))
                .flatMap(entry -> entries(entry.value()).stream())
                .toList();
    }

    private static List<Entry> entries(Tree tree) {
        return tree instanceof Mapping mapping ? mapping.entries() : List.of();
    }
}
