package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormerOptionsTest {
    @ParameterizedTest
    @CsvSource("study, --fit, --fit, --scale-to-machine")
    void aFormerOptionIsAnsweredWithThePresentOne(String command, String option, String former, String now) {
        ProgramUnderTest.Ended ended = ProgramUnderTest.run(command, option, "x.yaml");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("'" + former + "' is now called '" + now + "'");
    }
}
