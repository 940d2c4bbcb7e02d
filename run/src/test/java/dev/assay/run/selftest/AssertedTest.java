package dev.assay.run.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.verdict.Rule;
import dev.assay.run.selftest.CaseResult.Outcome;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks which reasons that blame the machine keep which case from being judged. */
class AssertedTest {
    private static final Set<String> LASTING = Set.of(
            "allocation-stalls",
            "worker-cpu",
            "throttled",
            "machine-cpu",
            "foreign-cpu",
            "cpu-pressure",
            "steal",
            "memory-pressure");
    private static final Set<String> ALL = Stream.concat(LASTING.stream(), Stream.of("hiccups", "gc", "schedule-lag"))
            .collect(Collectors.toSet());

    /** The table of docs/METHODOLOGY.md. */
    private static final Map<String, Set<String>> TABLE = Map.ofEntries(
            Map.entry("law", ALL),
            Map.entry("busy-consumer", ALL),
            Map.entry("stall", ALL),
            Map.entry("freeze", without("hiccups", "schedule-lag", "gc")),
            Map.entry("slow-consumer", LASTING),
            Map.entry("loss", Set.of()),
            Map.entry("clock", ALL));

    private static final Observation WITHIN = new Observation(new ExpectedRange("value", 1, 2, "ms"), 1.5);
    private static final Observation OUT_OF_BOUNDS = new Observation(new ExpectedRange("value", 1, 2, "ms"), 2.5);
    private static final Observation TOO_WIDE = new Observation(new ExpectedRange("value", 0, 9, "ms"), 1.5, false);

    /** Removes codes of the injected fault, which in the freeze blame the machine. */
    private static Set<String> without(String... injected) {
        Set<String> rest = new HashSet<>(ALL);
        rest.removeAll(Set.of(injected));
        return rest;
    }

    private static Set<String> touching(InjectedFault fault) {
        return Objects.requireNonNull(TABLE.get(fault.name()), fault.name());
    }

    static List<InjectedFault> faults() {
        return InjectedFaults.all();
    }

    @Test
    void theTableHasEveryCase() {
        Map<String, Set<String>> touched = new TreeMap<>();
        for (InjectedFault fault : InjectedFaults.all()) {
            touched.put(
                    fault.name(),
                    Stream.of(Rule.values())
                            .map(Rule::code)
                            .filter(code -> outcome(fault, WITHIN, code) == Outcome.NOT_JUDGED)
                            .collect(Collectors.toSet()));
        }
        assertThat(touched).isEqualTo(TABLE);
    }

    @ParameterizedTest
    @MethodSource("faults")
    void whatCannotTouchACaseExcusesNothing(InjectedFault fault) {
        assertThat(outcome(fault, WITHIN)).isEqualTo(Outcome.PASS);
        assertThat(outcome(fault, OUT_OF_BOUNDS)).isEqualTo(Outcome.FAIL);
        assertThat(outcome(fault, TOO_WIDE)).isEqualTo(Outcome.NOT_JUDGED);
        ALL.stream().filter(code -> !touching(fault).contains(code)).forEach(code -> {
            assertThat(outcome(fault, WITHIN, code)).isEqualTo(Outcome.PASS);
            assertThat(outcome(fault, OUT_OF_BOUNDS, code)).isEqualTo(Outcome.FAIL);
        });
    }

    @ParameterizedTest
    @MethodSource("faults")
    void whatWasNotInjectedIsAFailure(InjectedFault fault) {
        assertThat(outcome(fault, WITHIN, "no-syncs")).isEqualTo(Outcome.FAIL);
        assertThat(outcome(fault, WITHIN, "not-drained")).isEqualTo(Outcome.FAIL);
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aRuleThatIsTakenOutIsAFailureWhateverElseTheMachineDid(InjectedFault fault) {
        Set<String> harmless = new HashSet<>(ALL);
        harmless.removeAll(touching(fault));
        harmless.removeAll(fault.rules());
        for (String rule : fault.rules()) {
            Set<String> codes = new HashSet<>(fault.rules());
            codes.remove(rule);
            codes.addAll(harmless);
            assertThat(fault.outcome(List.of(WITHIN), codes)).as(rule).isEqualTo(Outcome.FAIL);
        }
    }

    private static Outcome outcome(InjectedFault fault, Observation value, String... more) {
        Set<String> codes = new HashSet<>(fault.rules());
        codes.addAll(Set.of(more));
        return fault.outcome(List.of(value), codes);
    }
}
