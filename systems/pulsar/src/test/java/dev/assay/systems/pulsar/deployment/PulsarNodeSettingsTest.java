package dev.assay.systems.pulsar.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.cluster.artifact.Coordinates;
import dev.assay.cluster.artifact.PinnedDigests;
import dev.assay.cluster.artifact.ResolvedArtifact;
import dev.assay.cluster.local.Place;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.setting.SettingList;
import dev.assay.model.setting.SettingNames;
import dev.assay.model.spec.DiskLayout;
import dev.assay.model.spec.FolderPaths;
import dev.assay.model.spec.Key;
import dev.assay.model.spec.NodeDisks;
import dev.assay.systems.pulsar.PulsarSpec;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Execution(ExecutionMode.SAME_THREAD)
class PulsarNodeSettingsTest {
    private static final SettingNames KNOWN =
            SettingList.beside(PulsarSpec.class, "broker").names();

    @TempDir
    Path folder;

    /** Writes a distribution that sets nothing, so that all settings are Assay's. */
    @BeforeEach
    void emptySettings() throws IOException {
        Path conf = Files.createDirectories(folder.resolve("conf"));
        Files.writeString(conf.resolve("broker.conf"), "");
        Files.writeString(conf.resolve("bookkeeper.conf"), "");
    }

    private Map<String, String> settings(Role role) {
        return settings(role, NodeDisks.USUAL, List.of(), Map.of());
    }

    private Map<String, String> settings(Role role, NodeDisks wanted, List<Path> disks, Map<String, String> user) {
        Map<String, Integer> ports = Map.of(PulsarRecipe.CLIENT, 1002, PulsarRecipe.WEB, 1003);
        Place node =
                new Place(role.node(1), "n", "127.0.0.1", ports, folder, disks.isEmpty() ? List.of(folder) : disks);
        return cluster(wanted, user).of(node, "zk:127.0.0.1:1001");
    }

    private PulsarNodeSettings cluster(NodeDisks wanted, Map<String, String> user) {
        ResolvedArtifact archive = new ResolvedArtifact(Coordinates.parse("org.apache.pulsar:any:1"), folder, "", 0);
        return new PulsarNodeSettings(
                LocalPulsarTest.spec(3, 1, wanted),
                DurabilityLevel.LEVEL_2,
                new PulsarDistribution(archive, folder),
                user);
    }

    private Map<String, String> bookie(int disks, DiskLayout layout, Map<String, String> user) {
        List<Path> folders =
                Stream.of("/a", "/b", "/c").limit(disks).map(Path::of).toList();
        return settings(Role.BOOKIE, new NodeDisks(disks, layout, FolderPaths.NONE), folders, user);
    }

    @Test
    void cachesThatAreAskedForGetMemoryAndTheOthersStayAsTheyWere() {
        PulsarNodeSettings usual = cluster(NodeDisks.USUAL, Map.of());
        Map<String, String> asked = Map.of("bookie.dbStorage_readAheadCacheMaxSizeMb", "1024");
        PulsarNodeSettings large = cluster(NodeDisks.USUAL, asked);

        assertThat(large.directMemoryBytes(Role.BOOKIE))
                .isEqualTo(usual.directMemoryBytes(Role.BOOKIE) + (1024L << 20));
        assertThat(large.directMemoryBytes(Role.BROKER)).isEqualTo(usual.directMemoryBytes(Role.BROKER));
        assertThat(settings(Role.BOOKIE, NodeDisks.USUAL, List.of(), asked))
                .containsEntry("dbStorage_readAheadCacheMaxSizeMb", "1024")
                .containsEntry(
                        "dbStorage_writeCacheMaxSizeMb",
                        Long.toString((usual.directMemoryBytes(Role.BOOKIE) / 4) >> 20));
        assertThat(settings(Role.BOOKIE)).doesNotContainKey("dbStorage_writeCacheMaxSizeMb");
        assertThat(cluster(NodeDisks.USUAL, Map.of("managedLedgerCacheSizeMB", "512"))
                        .directMemoryBytes(Role.BROKER))
                .isEqualTo(usual.directMemoryBytes(Role.BROKER) + (512L << 20));
    }

    @ParameterizedTest
    @EnumSource(names = {"SPLIT", "USUAL"})
    void splitKeepsTheFirstDiskForTheJournal(DiskLayout layout) {
        assertThat(bookie(3, layout, Map.of()))
                .containsEntry("journalDirectory", "/a/journal")
                .containsEntry("ledgerDirectories", "/b/ledgers,/c/ledgers")
                .doesNotContainKey("journalDirectories");
    }

    @Test
    void withoutJournalThereAreLedgersOnAllDisks() {
        assertThat(bookie(2, DiskLayout.SPLIT, Map.of("bookie.journalWriteData", "false")))
                .containsEntry("journalDirectory", "/a/journal")
                .containsEntry("ledgerDirectories", "/a/ledgers,/b/ledgers");
    }

    @Test
    void stripedHasEverythingOnAllDisks() {
        assertThat(bookie(2, DiskLayout.STRIPED, Map.of()))
                .containsEntry("journalDirectories", "/a/journal,/b/journal")
                .containsEntry("ledgerDirectories", "/a/ledgers,/b/ledgers")
                .doesNotContainKey("journalDirectory");
    }

    @Test
    void oneDiskHasEverything() {
        assertThat(bookie(1, DiskLayout.SHARED, Map.of()))
                .containsEntry("journalDirectory", "/a/journal")
                .containsEntry("ledgerDirectories", "/a/ledgers");
        assertThat(settings(Role.BOOKIE))
                .containsEntry("journalDirectory", folder.resolve("journal").toString())
                .containsEntry("ledgerDirectories", folder.resolve("ledgers").toString());
    }

    @Test
    void aBookieTellsItsMetricsOnAPortOfItsOwnUnlessTheScenarioSaysOtherwise() {
        assertThat(settings(Role.BOOKIE))
                .containsEntry("prometheusStatsHttpAddress", "127.0.0.1")
                .containsEntry("prometheusStatsHttpPort", "1003")
                .containsEntry(
                        "statsProviderClass", "org.apache.bookkeeper.stats.prometheus.PrometheusMetricsProvider");
        assertThat(bookie(1, DiskLayout.SHARED, Map.of("bookie.statsProviderClass", "none")))
                .containsEntry("statsProviderClass", "none");
        assertThat(cluster(NodeDisks.USUAL, Map.of()).overrides()).containsKey("bookie.prometheusStatsHttpPort");
        assertThatThrownBy(() -> cluster(NodeDisks.USUAL, Map.of("bookie.prometheusStatsHttpPort", "8000")))
                .hasMessageContaining("may not set bookie.prometheusStatsHttpPort");
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
        assertThat(bookie(2, DiskLayout.STRIPED, Map.of()).keySet()).allMatch(name -> KNOWN.lists("bookie." + name));
        assertThat(settings(Role.BOOKIE).keySet()).isNotEmpty().allMatch(name -> KNOWN.lists("bookie." + name));
    }
}
