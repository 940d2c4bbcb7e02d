package dev.assay.systems.pulsar.deployment;

import dev.assay.model.spec.DiskLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Where a bookie keeps its journals and its ledgers.
 *
 * @param writesJournal whether entries go through the journal; otherwise no disk is kept for it
 */
record BookieFolders(DiskLayout layout, boolean writesJournal, PulsarNodePlan node) {
    private List<Path> journals() {
        List<Path> disks = disks();
        return (split() ? disks.subList(0, 1) : disks)
                .stream().map(disk -> disk.resolve("journal")).toList();
    }

    private List<Path> ledgers() {
        List<Path> disks = disks();
        return (split() && writesJournal ? disks.subList(1, disks.size()) : disks)
                .stream().map(disk -> disk.resolve("ledgers")).toList();
    }

    private List<Path> disks() {
        return node.disks().isEmpty() ? List.of(node.folder()) : node.disks();
    }

    private boolean split() {
        boolean asked = layout == DiskLayout.SPLIT || layout == DiskLayout.USUAL;
        return asked && node.disks().size() > 1;
    }

    /** A single journal under the name that the distribution's settings have; that for several wins over it. */
    void putInto(Map<String, String> settings) {
        List<Path> journals = journals();
        if (journals.size() == 1) {
            settings.put("journalDirectory", journals.getFirst().toString());
        } else {
            settings.remove("journalDirectory");
            settings.put("journalDirectories", joined(journals));
        }
        settings.put("ledgerDirectories", joined(ledgers()));
    }

    private static String joined(List<Path> folders) {
        return folders.stream().map(Path::toString).collect(Collectors.joining(","));
    }
}
