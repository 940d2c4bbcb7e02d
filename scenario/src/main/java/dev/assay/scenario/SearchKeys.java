package dev.assay.scenario;

import dev.assay.model.display.NearestNames;
import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.RateSearch;
import dev.assay.scenario.Tree.Entry;
import dev.assay.scenario.Tree.Mapping;
import dev.assay.scenario.Tree.Scalar;
import dev.assay.scenario.Tree.Sequence;
import dev.assay.scenario.TreeBinder.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes {@code workload.rate: { search: … }} out of a scenario, so that the scenario has a plain rate, and returns the search
 * beside it.
 */
final class SearchKeys {
    static final KeyPath RATE = KeyPath.TOP.to("workload").to("rate");

    static final String EXAMPLE = "{ search: { from: 1000/s, to: 100k/s } }";

    static final String SEARCH = "search";
    private static final KeyPath PATH = RATE.to(SEARCH);
    private static final KeyPath OBJECTIVES = PATH.to("objectives");
    static final SchemaNode SHAPE = SchemaNode.of(RateSearch.class);
    private static final String HELP =
            "Searches for the highest sustained rate instead of offering one, for example " + EXAMPLE + ".";

    private final ProblemLog log;

    private SearchKeys(ProblemLog log) {
        this.log = log;
    }

    /**
     * Holds a scenario without its search.
     *
     * @param choices the value of each dimension, without searches
     * @param search null where the scenario has none, or one that does not fit
     */
    record Taken(
            Tree file, Map<KeyPath, Tree> choices, @Nullable RateSearch search) {}

    /** Takes the search out at one point of the dimensions; problems are logged. */
    static Taken take(Tree file, Map<KeyPath, Tree> choices, ProblemLog log) {
        Tree chosen = choices.containsKey(RATE) ? choices.get(RATE) : SourceLocator.find(file, RATE);
        if (!(chosen instanceof Mapping mapping)) {
            return new Taken(file, choices, null);
        }
        SearchKeys keys = new SearchKeys(log);
        RateSearch search = keys.search(mapping);
        if (mapping.find(SEARCH) != null) {
            keys.checkOthers((Mapping) file);
        }
        Scalar rate = new Scalar(
                mapping.span(), search == null ? "1/s" : search.from().toString(), false);
        Map<KeyPath, Tree> left = new HashMap<>(choices);
        left.remove(RATE);
        return new Taken(with(file, rate), left, search);
    }

    private static Tree with(Tree file, Tree rate) {
        Mapping top = (Mapping) file;
        Entry workload = present(top, "workload");
        Mapping load = (Mapping) workload.value();
        Mapping changed = load.with(new Entry(present(load, "rate").keySpan(), "rate", rate));
        return top.with(new Entry(workload.keySpan(), "workload", changed));
    }

    private static Entry present(Mapping mapping, String key) {
        return Objects.requireNonNull(mapping.find(key));
    }

    private @Nullable RateSearch search(Mapping mapping) {
        Entry search = mapping.find(SEARCH);
        mapping.entries().stream()
                .filter(entry -> !entry.key().equals(SEARCH))
                .forEach(entry -> log.add(
                        entry.keySpan(),
                        RATE + " has no key '" + entry.key() + "'",
                        NearestNames.question(entry.key(), List.of(SEARCH)) + "keys of " + RATE + ": search"));
        if (search == null) {
            if (mapping.entries().isEmpty()) {
                log.add(mapping.span(), RATE + " has no value", HELP);
            }
            return null;
        }
        Tree keys = search.value();
        boolean single = lists(keys, PATH);
        boolean objectives = objectives(keys);
        Place place = new Place(PATH, search.keySpan(), HELP);
        Tree readable = !objectives && keys instanceof Mapping all ? all.without("objectives") : keys;
        Object bound = new TreeBinder(Map.of(), log).bind(SHAPE, readable, place);
        return single && objectives ? (RateSearch) bound : null;
    }

    /** Returns true if there are no lists below {@code path}; each list is logged, since a search makes no dimensions. */
    private boolean lists(Tree tree, KeyPath path) {
        if (!(tree instanceof Mapping mapping)) {
            return true;
        }
        boolean none = true;
        for (Entry entry : mapping.entries()) {
            KeyPath below = path.to(entry.key());
            if (entry.value() instanceof Sequence list) {
                log.add(
                        list.span(),
                        below + " takes one value, not a list",
                        "to try several searches, write variants of " + RATE);
                none = false;
            } else {
                none &= lists(entry.value(), below);
            }
        }
        return none;
    }

    private boolean objectives(Tree tree) {
        boolean known = true;
        if (tree instanceof Mapping keys && keys.value("objectives") instanceof Mapping objectives) {
            for (Entry entry : objectives.entries()) {
                known &= objective(entry);
            }
        }
        return known;
    }

    private boolean objective(Entry entry) {
        if (!(entry.value() instanceof Scalar scalar)) {
            return true; // The binder reports it.
        }
        boolean named = RateSearch.objectiveNames().contains(entry.key());
        try {
            RateSearch.checkObjective(entry.key(), scalar.text());
            return true;
        } catch (IllegalArgumentException e) {
            log.add(
                    named ? scalar.span() : entry.keySpan(),
                    OBJECTIVES.to(entry.key()) + ": " + e.getMessage(),
                    NearestNames.question(named ? "" : entry.key(), RateSearch.objectiveNames())
                            + "objectives are stable: true and bounds such as response.p99: 1 s");
            return false;
        }
    }

    /** Logs phases and events, since the trials of a search have phases of their own. */
    private void checkOthers(Mapping file) {
        for (String key : List.of("phases", "events")) {
            Entry refused = file.find(key);
            if (refused != null
                    && refused.value() instanceof Mapping mapping
                    && !mapping.entries().isEmpty()) {
                log.add(
                        refused.keySpan(),
                        key + ": the trials of a search have a warm-up and one measured phase, so there can be no "
                                + key,
                        "remove " + key + ", or give " + RATE + " a rate");
            }
        }
    }
}
