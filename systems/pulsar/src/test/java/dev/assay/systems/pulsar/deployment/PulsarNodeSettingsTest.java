package dev.assay.systems.pulsar.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.scenario.Key;
import dev.assay.core.setting.SettingList;
import dev.assay.core.setting.SettingNames;
import dev.assay.deployment.artifact.Coordinates;
import dev.assay.deployment.artifact.PinnedDigests;
import dev.assay.deployment.artifact.ResolvedArtifact;
import dev.assay.systems.pulsar.PulsarSpec;
import dev.assay.systems.pulsar.deployment.PulsarNodePlan.Role;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PulsarNodeSettingsTest {
    private static final SettingNames KNOWN =
            SettingList.beside(PulsarSpec.class, "settings/broker.txt").names();

    @TempDir
    Path folder;

    /** A distribution that sets nothing, so that all settings are Assay's. */
    @BeforeEach
    void emptySettings() throws IOException {
        Path conf = Files.createDirectories(folder.resolve("conf"));
        Files.writeString(conf.resolve("broker.conf"), "");
        Files.writeString(conf.resolve("bookkeeper.conf"), "");
    }

    private Map<String, String> settings(Role role) {
        ResolvedArtifact archive = new ResolvedArtifact(Coordinates.parse("org.apache.pulsar:any:1"), folder, "", 0);
        PulsarNodePlan zooKeeper = new PulsarNodePlan(Role.ZOOKEEPER, 1, "z", "127.0.0.1", 1001, 0, folder);
        PulsarNodePlan node = new PulsarNodePlan(role, 1, "n", "127.0.0.1", 1002, 1003, folder);
        return new PulsarNodeSettings(
                        LocalPulsarTest.spec(3, 1),
                        DurabilityLevel.LEVEL_2,
                        new PulsarDistribution(archive, folder),
                        Map.of())
                .of(node, new PulsarClusterPlan(List.of(zooKeeper, node)));
    }

    @Test
    void theUsualDistributionHasADigestThatAssayKnows() {
        RecordComponent first = Objects.requireNonNull(PulsarSpec.class.getRecordComponents())[0];
        String version = Objects.requireNonNull(first.getAnnotation(Key.class)).fallback();
        String usual = PulsarDistribution.coordinates(version).toString();
        assertThat(PinnedDigests.installed().unpinned(List.of(usual))).isEmpty();
    }

    @Test
    void whatAssaySetsIsOnTheListThatPlansAreHeldAgainst() {
        assertThat(settings(Role.BROKER).keySet()).isNotEmpty().allMatch(KNOWN::lists);
        assertThat(settings(Role.BOOKIE).keySet()).isNotEmpty().allMatch(name -> KNOWN.lists("bookie." + name));
    }
}
