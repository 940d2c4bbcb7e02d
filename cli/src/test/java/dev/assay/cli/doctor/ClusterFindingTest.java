package dev.assay.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.doctor.Finding.Grade;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterFindingTest {
    @TempDir
    Path proc;

    private void process(String name) throws IOException {
        Path links = Files.createDirectories(proc.resolve(name).resolve("ns"));
        Files.createSymbolicLink(links.resolve("pid"), Path.of("pid:[1]"));
        Files.createSymbolicLink(links.resolve("mnt"), Path.of("mnt:[1]"));
    }

    @Test
    void aDaemonWithoutARecordIsNamedWithTheLineThatEndsIt() throws IOException {
        process("self");
        process("4242");
        Files.writeString(proc.resolve("4242/cmdline"), "java\0dev.assay.cli.Main\0cluster\0daemon\0kafka\0");
        Files.writeString(proc.resolve("4242/environ"), "ASSAY_CACHE=/gone\0");

        Finding finding = Doctor.clusters(proc);

        assertThat(finding.grade()).isEqualTo(Grade.WARNING);
        assertThat(finding.state()).isEqualTo("process 4242 keeps a kafka cluster without a record in /gone");
        assertThat(finding.remedy()).endsWith("kill 4242");
    }

    @Test
    void whereEachHasItsRecordOrNothingTellsAllIsWell() throws IOException {
        process("self");

        assertThat(Doctor.clusters(proc)).isEqualTo(Finding.ok("clusters", "each daemon has its record"));
        assertThat(Doctor.clusters(proc.resolve("none"))).isEqualTo(Finding.ok("clusters", "unavailable here"));
    }
}
