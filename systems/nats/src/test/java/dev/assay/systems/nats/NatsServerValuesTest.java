package dev.assay.systems.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.setting.SettingList;
import dev.assay.model.spec.Incompatibility;
import dev.assay.model.spec.VendorSettings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NatsServerValuesTest {
    private static VendorSettings broker(String name, String value) {
        return new VendorSettings(Map.of(), Map.of(), Map.of(), Map.of(), Map.of(name, value));
    }

    private static List<String> refusals(String name, String value) {
        return NatsSpec.usual().refusals(broker(name, value)).stream()
                .map(Incompatibility::reason)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "4194304, 4194304",
        "4MB, 4194304",
        "4mb, 4194304",
        "4Mi, 4194304",
        "4MiB, 4194304",
        "4M, 4000000",
        "4m, 4000000",
        "64K, 64000",
        "64kb, 65536",
        "1G, 1000000000"
    })
    void thePayloadIsWhatTheServerMakesOfIt(String text, long bytes) {
        assertThat(NatsSpec.usual().capabilities(broker("max_payload", text)).maxPayloadBytes())
                .isEqualTo(bytes);
        assertThat(refusals("max_payload", text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            max_payload    | 4 MB    | must be a whole number
            max_payload    | 4.5MB   | must be a whole number
            max_payload    | 4MBB    | must be a whole number
            max_payload    | big     | must be a whole number
            max_payload    | 3GB     | must be at most 2147483647 B
            max_pending    | 9999999999999999999 | must be a whole number
            write_deadline | 10 s    | must be a duration
            write_deadline | 1d      | must be a duration
            lame_duck_duration | 30  | must be a duration
            jetstream.sync_interval | never | must be always, or a duration
            jetstream.limits.duplicate_window | 2 min | must be a duration
            debug          | 1       | must be true or false
            """)
    void whatTheServerDoesNotReadIsRefused(String name, String value, String reason) {
        assertThat(refusals(name, value)).singleElement().asString().startsWith(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "write_deadline, 10",
        "write_deadline, 1m30s",
        "ping_interval, 500ms",
        "ping_interval, 1.5h",
        "jetstream.sync_interval, Always",
        "jetstream.max_file_store, 10GB",
        "max_connections, -1",
        "debug, on",
        "cluster.compression, s2_fast",
        "server_tags, '[a, b]'"
    })
    void whatTheServerReadsIsTaken(String name, String value) {
        assertThat(refusals(name, value)).isEmpty();
    }

    /** Excepts settings that are texts and structures, and those that Assay sets itself. */
    @Test
    void theKindOfEachSettingOfTheListIsKnown() {
        Set<String> others = new TreeSet<>();
        for (String name : SettingList.beside(NatsSpec.class, "broker").names().entries()) {
            if (NatsServerValues.objection(name, "{ }") == null && !NatsSettingRules.isAssaysOwn(name)) {
                others.add(name);
            }
        }
        assertThat(others)
                .containsExactly(
                        "cluster.compression",
                        "jetstream.domain",
                        "jetstream.limits.batch",
                        "jetstream.unique_tag",
                        "server_metadata",
                        "server_tags",
                        "write_timeout");
    }
}
