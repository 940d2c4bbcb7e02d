package dev.assay.analysis.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.verdict.Rule;
import dev.assay.model.result.Comparability;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ComparabilityTest {
    private static Set<Rule> leftOut(boolean level, boolean tail) {
        return Stream.of(Rule.values())
                .filter(rule ->
                        Comparability.leftOut(rule.code()::equals, level, tail).isPresent())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Rule.class)));
    }

    @Test
    void itIsWhatOthersDidOrTheHarnessOrSeveralLevels() {
        Set<Rule> whatever = EnumSet.of(
                Rule.FOREIGN_CPU,
                Rule.FOREIGN_DISK,
                Rule.STEAL,
                Rule.WORKER_LOST,
                Rule.WORKER_CPU,
                Rule.THROTTLED,
                Rule.NO_SYNCS);
        Set<Rule> ofTail = EnumSet.copyOf(whatever);
        ofTail.add(Rule.ALLOCATION_STALLS);
        Set<Rule> ofLevel = EnumSet.copyOf(whatever);
        ofLevel.addAll(EnumSet.of(Rule.DRIFT, Rule.TWO_LEVELS, Rule.NOT_STEADY));

        assertThat(leftOut(false, false)).isEqualTo(whatever);
        assertThat(leftOut(false, true)).isEqualTo(ofTail);
        assertThat(leftOut(true, false)).isEqualTo(ofLevel);
    }

    @Test
    void everyCodeIsThatOfARule() {
        assertThat(Rule.ofCode(Comparability.WORKER_LOST)).contains(Rule.WORKER_LOST);
        assertThat(Comparability.NOT_SUSTAINED)
                .allSatisfy(code -> assertThat(Rule.ofCode(code)).isPresent());
        assertThat(Stream.of(Rule.values()).filter(rule -> !Comparability.failed(rule.code())))
                .containsExactly(Rule.SUSPENDED);
    }
}
