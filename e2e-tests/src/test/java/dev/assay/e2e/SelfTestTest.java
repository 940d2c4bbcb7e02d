package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.analysis.verdict.Rule;
import dev.assay.analysis.verdict.VerdictRules;
import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.run.selftest.CaseResult;
import dev.assay.run.selftest.CaseResult.Outcome;
import dev.assay.run.selftest.SelfTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the self-test finds the injected faults, and fails without a rule, and where nothing was injected. */
@Tag("alone")
@Tag("slow")
class SelfTestTest {
    private static final String SOUND = "law";

    private static final String STALL = "stall";

    /** Names the fault whose rules need only counts. */
    private static final String COUNTED = "loss";

    @TempDir
    Path folder;

    /** Takes two minutes. */
    @Test
    void everyInjectedFaultIsFoundAndEachCheckCanFail() throws Exception {
        Ended ended = AssayProgram.in(folder).run(AssayProgram.PATIENCE.multipliedBy(4), "selftest", "--out", "runs");

        System.out.println(ended.out());
        assertThat(ended.code()).as(ended.said()).isIn(0, 10);
        for (String fault : SelfTest.faults().keySet()) {
            CaseResult present = judged(fault, fault, VerdictRules.PRESENT);
            if (fault.equals(COUNTED)) {
                assertThat(present.outcome()).as(present.toString()).isEqualTo(Outcome.PASS);
            }
            if (present.outcome() == Outcome.PASS) {
                assertItCanFail(fault, rules(SelfTest.faults().getOrDefault(fault, List.of())));
            }
        }
    }

    /** Asserts that the check fails on the same files without the rules, and on those of a trial in which nothing was injected. */
    private void assertItCanFail(String fault, Set<Rule> rules) {
        if (!rules.isEmpty()) {
            assertThat(judged(fault, fault, VerdictRules.PRESENT.without(rules)).outcome())
                    .as(fault + " without " + rules)
                    .isEqualTo(Outcome.FAIL);
        }
        String other = fault.equals(SOUND) ? STALL : SOUND;
        assertThat(judged(fault, other, VerdictRules.PRESENT).outcome())
                .as(fault + " in the trial of " + other)
                .isNotEqualTo(Outcome.PASS);
    }

    private CaseResult judged(String fault, String trial, VerdictRules rules) {
        return SelfTest.judge(fault, folder.resolve("runs").resolve(trial), rules);
    }

    private static Set<Rule> rules(List<String> codes) {
        return codes.stream().map(Rule::ofCode).flatMap(Optional::stream).collect(Collectors.toSet());
    }
}
