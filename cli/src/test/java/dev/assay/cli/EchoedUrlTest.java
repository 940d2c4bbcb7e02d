package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a misplaced URL is repeated without its password, also where it has become a path. */
class EchoedUrlTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "run https://me:canary-7f3a@host/x.yaml",
                "plan x.yaml https://me:canary-7f3a@host/x.yaml",
                "run x.yaml --worker=https://me:canary-7f3a@host:9100",
                "report https://me:canary-7f3a@host/runs/1",
                "run x.yaml --budgt=https://me:canary-7f3a@host/",
                "gate runs/1 --fail-if x --baseline https://me:canary-7f3a@host/"
            })
    void itsPasswordIsNotShown(String command) {
        ProgramUnderTest.Ended ended = ProgramUnderTest.run(command.split(" ", -1));

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.said()).isNotBlank().doesNotContain("canary-7f3a");
    }
}
