package dev.assay.model.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FailureCountTest {
    private static FailureCount of(String code, String message, long n, double first, double last) {
        return new FailureCount(
                FailedOperation.SEND, FailureClass.REFUSED, code, message, Map.of("measure", n), first, last);
    }

    @Test
    void textsAreShortHarmlessLinesWithoutSecrets() {
        FailureCount count =
                of("a\u001b[2Jb", "no\r\n  way to amqp://user:secret@host/x" + " and so on".repeat(1000), 1, 0, 0);
        assertThat(count.code()).isEqualTo("a\\u001b[2Jb");
        assertThat(count.message())
                .startsWith("no way to amqp://")
                .doesNotContain("secret")
                .hasSize(300)
                .endsWith("…");
        assertThat(of(count.code(), count.message(), 1, 0, 0)).isEqualTo(count);
    }

    @Test
    void anExceptionWithoutAMessageIsNamed() {
        assertThat(Failure.of(FailureClass.OTHER, new IllegalStateException()).message())
                .isEqualTo("java.lang.IllegalStateException");
    }

    @Test
    void workersAreAddedUp() {
        List<FailureCount> first = List.of(of("A", "late", 5, 10, 20), of("B", "b", 9, 1, 1));
        List<FailureCount> second = List.of(of("A", "early", 7, 5, 15));
        assertThat(FailureCount.sum(List.of(first, List.of(), second)))
                .containsExactly(of("A", "early", 12, 5, 20), of("B", "b", 9, 1, 1));
    }

    @Test
    void manyWorkersWithCodesOfTheirOwnTakeNoMoreRoom() {
        List<List<FailureCount>> workers = new ArrayList<>();
        for (int worker = 0; worker < 100; worker++) {
            workers.add(List.of(of("E" + worker, "m", worker + 1, 0, 1)));
        }
        List<FailureCount> sum = FailureCount.sum(workers);
        assertThat(sum).hasSize(FailureCount.MAX_KINDS + 1);
        assertThat(FailureCount.total(sum, count -> true)).isEqualTo(5050);
        assertThat(sum.getFirst().code()).isEqualTo(FailureCount.REST);
    }

    @Test
    void whatCanNotBeIsRefused() {
        assertThatThrownBy(() -> of("A", "m", 0, 0, 1)).hasMessageContaining("at least 1 in each phase");
        assertThatThrownBy(() -> of("A", "m", 1, 2, 1)).hasMessageContaining("from second 2.0 to 1.0");
        assertThatThrownBy(() -> of("A", "m", 1, 0, Double.NaN)).hasMessageContaining("can't have been reported");
    }
}
