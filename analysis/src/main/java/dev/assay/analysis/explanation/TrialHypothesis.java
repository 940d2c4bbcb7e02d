package dev.assay.analysis.explanation;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A limit that a trial may have been held back by.
 *
 * @param evidence what speaks for it in the trial, with values; empty where nothing does, which rules nothing out
 * @param move what is to be changed, for people
 * @param keys of the scenario that are changed, and nothing else; none where it can't be moved
 */
public record TrialHypothesis(Hypothesis hypothesis, Optional<String> evidence, String move, Map<String, String> keys) {
    public TrialHypothesis {
        keys = Collections.unmodifiableMap(new TreeMap<>(keys));
    }

    /** One that can't be moved in this trial. */
    static TrialHypothesis fixed(Hypothesis hypothesis, String why) {
        return new TrialHypothesis(hypothesis, Optional.empty(), why, Map.of());
    }

    /** Whether trials can show it. */
    public boolean movable() {
        return !keys.isEmpty();
    }

    /** Whether it is moved by what servers are started with. */
    public boolean changesServers() {
        return keys.keySet().stream().anyMatch(key -> key.equals("durability") || key.startsWith("systems."));
    }
}
