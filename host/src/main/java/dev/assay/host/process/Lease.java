package dev.assay.host.process;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Records a process, a folder or something in the kernel that is to live no longer than its owner.
 *
 * @param name what it is, for people
 * @param host the machine it is on, since a cache may be shared
 * @param folder deleted when the owner is gone
 * @param held removed when the owner is gone
 */
record Lease(
        String name,
        String host,
        ProcessIdentity owner,
        Optional<ProcessIdentity> process,
        Optional<Path> folder,
        Optional<HeldResource> held) {

    record HeldResource(KernelResource kind, String target) {}
}
