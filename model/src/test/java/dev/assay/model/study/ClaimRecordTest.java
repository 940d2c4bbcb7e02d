package dev.assay.model.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.study.StudyRecord.ClaimRecord;
import dev.assay.model.study.StudyRecord.ConditionRecord;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClaimRecordTest {
    @Test
    void conditionsAreReportedOneByOne() {
        ConditionRecord holds = condition(1, "reproduced");
        assertThat(claim(holds)).isEmpty();
        assertThat(claim(holds, condition(2, "reproduced"))).isEqualTo("2 of 2 reproduced");
        assertThat(claim(
                        condition(1, "not testable here", Untestable.U5),
                        condition(2, "reproduced"),
                        condition(3, "smaller than claimed"),
                        condition(4, "not testable here", Untestable.U3),
                        condition(5, "contradicted"),
                        condition(5, "reproduced")))
                .isEqualTo("2 of 5 reproduced, 1 not run, 1 smaller than claimed, 1 not testable here");
    }

    private static String claim(ConditionRecord... conditions) {
        return new ClaimRecord("c", "it is so", "inconclusive", List.of(conditions), List.of(), Map.of(), "V", "")
                .legs();
    }

    private static ConditionRecord condition(int group, String outcome, Untestable... why) {
        return new ConditionRecord(
                group,
                "a / b",
                "above 2.00",
                "",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                3,
                0,
                outcome,
                Optional.empty(),
                Arrays.stream(why).findFirst(),
                "");
    }
}
