package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.model.spec.MessageSpec;
import dev.assay.model.spec.PayloadFill;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PayloadFileTest {
    private static final PayloadFiles FILES = path -> switch (path) {
        case "bodies.txt" -> "ab\nabcdef\n";
        case "empty.txt" -> "";
        case "long.txt" -> "x".repeat(PayloadFill.LONGEST_FILE_BYTES + 1);
        default -> throw new IllegalArgumentException("can't read the payload file '" + path + "'");
    };

    private static MessageSpec message(String workload) throws ScenarioException {
        String file = "name: x\nsystems: {memory: }\nworkload:\n  message:\n    payload: { file: " + workload + "\n";
        return ScenarioFile.read("x.yaml", file, List.of(), Set.of(), List.of(), FILES)
                .points()
                .getFirst()
                .spec()
                .workload()
                .message();
    }

    @Test
    void theLinesOfTheFileSayHowLargeMessagesAre() throws ScenarioException {
        MessageSpec message = message("bodies.txt }");
        assertThat(message.payload().lines()).containsExactly("ab", "abcdef");
        assertThat(message.payload()).hasToString("file bodies.txt");
        assertThat(message.meanBytes()).isEqualTo(44);
        assertThat(message.largestBytes()).isEqualTo(46);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "missing.txt }|can't read the payload file 'missing.txt'",
                "empty.txt }|the payload file 'empty.txt' is empty",
                "long.txt }|has 1048577 B, but at most 1048576 B",
                "bodies.txt };    size: 2 KB|the lines of the payload file 'bodies.txt' determine how large messages are"
            })
    void whatCannotBeSentIsReportedWithItsPlace(String workload, String reason) {
        ScenarioException found =
                catchThrowableOfType(ScenarioException.class, () -> message(workload.replace(';', '\n')));
        assertThat(found).hasMessageContaining(reason).hasMessageContaining("x.yaml:");
    }
}
