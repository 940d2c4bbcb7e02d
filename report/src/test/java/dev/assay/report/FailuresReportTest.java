package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.failure.FailedOperation;
import dev.assay.model.failure.FailureClass;
import dev.assay.model.failure.FailureCount;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FailuresReportTest {
    private static String html(List<FailureCount> failures) {
        SampleTrial trial = new SampleTrial();
        trial.failures = failures;
        return HtmlReport.render(SampleRuns.of("failures", List.of(trial.build())));
    }

    @Test
    void whatFailedIsATableOfClassesWithCodesCountsAndTheFirstMessage() {
        Map<String, Long> phases = new LinkedHashMap<>();
        phases.put("warmup", 1_000L);
        phases.put("measure", 398L);
        assertThat(html(List.of(new FailureCount(
                        FailedOperation.SEND,
                        FailureClass.TOO_LARGE,
                        "RecordTooLargeException",
                        "the <message> is 2097240 bytes",
                        phases,
                        0.5,
                        39))))
                .contains("What failed", "sending", "too large", "RecordTooLargeException", "1,398")
                .contains("warmup 1,000, measure 398", "0.5 s", "39 s", "first: the &lt;message&gt; is 2097240 bytes");
    }

    @Test
    void whereNothingFailedNothingIsSaidOfIt() {
        assertThat(html(List.of())).doesNotContain("What failed");
    }
}
