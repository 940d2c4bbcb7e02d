package dev.assay.systems.kafka.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.testing.fuzz.Jazzer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same as {@link KafkaRemoteSettingsFuzzTest} with a fuzzer, for minutes. */
@Tag("server")
@Tag("slow")
class KafkaRemoteSettingsLongFuzzTest {
    @Test
    void aFuzzerFindsNothingElse(@TempDir Path folder) throws Exception {
        Jazzer.Findings findings = Jazzer.feed(
                KafkaRemoteSettingsFuzz.class,
                "org.apache.kafka.common.security.Jaas**:dev.assay.**",
                KafkaRemoteSettingsFuzz.SEEDS,
                folder,
                Duration.ofMinutes(2));

        assertThat(findings.exitCode()).as(findings.said()).isZero();
    }
}
