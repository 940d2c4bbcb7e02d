package dev.assay.systems.pulsar.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.testing.fuzz.Jazzer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same as {@link PulsarRemoteSettingsFuzzTest} with a fuzzer, for minutes. */
@Tag("server")
@Tag("slow")
class PulsarRemoteSettingsLongFuzzTest {
    @Test
    void aFuzzerFindsNothingElse(@TempDir Path folder) throws Exception {
        Jazzer.Findings findings = Jazzer.feed(
                PulsarRemoteSettingsFuzz.class,
                "org.apache.pulsar.client.impl.auth.**:org.apache.pulsar.client.impl.AuthenticationUtil:dev.assay.**",
                PulsarRemoteSettingsFuzz.SEEDS,
                folder,
                Duration.ofMinutes(2));

        assertThat(findings.exitCode()).as(findings.said()).isZero();
    }
}
