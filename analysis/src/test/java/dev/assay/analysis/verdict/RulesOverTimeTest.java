package dev.assay.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.statistics.PhaseStatistics.WorkerLoad;
import dev.assay.model.result.Verdict;
import dev.assay.model.result.Verdict.Grade;
import dev.assay.model.result.Verdict.Reason;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** Tests trials that were judged by earlier rules. */
class RulesOverTimeTest {
    private final Case trial = new Case();

    /**
     * Hashes {@link RuleText} and {@link Threshold}. A change of these changes verdicts: raise {@link VerdictRules#RULES}, then enter
     * the new value.
     */
    @Test
    void rulesThatChangeAreAnotherVersion() {
        String rules = Stream.of(Rule.values())
                .map(rule -> rule.code()
                        + RuleText.of(rule).degradedWhen()
                        + RuleText.of(rule).invalidWhen())
                .collect(Collectors.joining());
        String limits = Stream.of(Threshold.values())
                .map(limit -> limit.name() + limit.value())
                .collect(Collectors.joining());
        CRC32 sum = new CRC32();
        sum.update((rules + limits).getBytes(StandardCharsets.UTF_8));
        assertThat(VerdictRules.RULES + ": " + Long.toHexString(sum.getValue())).isEqualTo("12: 4f896422");
    }

    @Test
    void anotherLimitGivesAnotherGradeToTheSameTrial() {
        trial.load = Case.load(s -> 10_000 * s, s -> s == 40 ? 395_000 : 10_000 * s, s -> 10_000 * s);
        trial.expect(Rule.RATE_MISSED, Grade.INVALID);
        trial.rules = new VerdictRules(Thresholds.PRESENT.with(Threshold.RATE_INVALID, 0.98));
        trial.expect(Rule.RATE_MISSED, Grade.DEGRADED);
        trial.rules = new VerdictRules(Thresholds.PRESENT.with(Threshold.RATE_DEGRADED, 0.98));
        trial.expectValid();
    }

    @Test
    void aRuleWhoseEvidenceWasNotRecordedSaysWhatItSaidAtTheTime() {
        trial.atTheTime = Verdict.of(List.of(
                reason("machine-cpu", Grade.DEGRADED),
                reason("worker-cpu", Grade.DEGRADED),
                reason("gc", Grade.DEGRADED),
                reason("rule-of-old", Grade.INVALID)));
        assertThat(trial.verdict().reasons()).as("all is recorded").isEmpty();

        trial.hosts = List.of();
        trial.worker = new WorkerLoad("w1", 3.9, 0, 0, 0, 30, 0, 0);
        Verdict verdict = trial.verdict();

        assertThat(verdict.reasons()).extracting(Reason::code).containsExactly("machine-cpu", "worker-cpu");
        assertThat(verdict.reasons())
                .allSatisfy(reason -> assertThat(reason.cause())
                        .isEqualTo("seen (as judged at the time: the trial's files lack what this rule needs)"));
        assertThat(verdict.rules()).isEqualTo(VerdictRules.RULES);
        assertThat(verdict.grade()).isEqualTo(Grade.DEGRADED);
    }

    private static Reason reason(String code, Grade grade) {
        return new Reason(grade, code, "seen", "Do.");
    }
}
