package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormerNamesTest {
    @ParameterizedTest
    @CsvSource({"heal, recover", "legs, conditions", "fit, scale", "figures, values", "share, fraction"})
    void aFormerKeyIsAnsweredWithThePresentOneWhereThatIsAKey(String former, String now) {
        assertThat(KeyAdvice.renamed(former, List.of("other", now)))
                .isEqualTo("'" + former + "' is now called '" + now + "'. ");
        assertThat(KeyAdvice.renamed(former, List.of("other"))).isEmpty();
        assertThat(KeyAdvice.renamed(now, List.of("other", now))).isEmpty();
    }
}
