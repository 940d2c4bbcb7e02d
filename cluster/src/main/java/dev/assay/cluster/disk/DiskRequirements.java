package dev.assay.cluster.disk;

import dev.assay.cluster.DeploymentException;
import dev.assay.model.spec.Deployment;
import dev.assay.model.spec.NodeDisks;
import dev.assay.model.spec.SystemSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks what the disks of a system need of this machine, before anything is started. */
public final class DiskRequirements {
    @FunctionalInterface
    interface Devices {
        Object of(Path folder) throws IOException;
    }

    private DiskRequirements() {}

    /**
     * Returns normally when no obstacle is known.
     *
     * @throws DeploymentException when this machine can't provide such disks: what was expected, and what to do
     */
    public static void require(SystemSpec system) {
        if (system.deployment() != Deployment.LOCAL) {
            return;
        }
        refusal(system.disks()).ifPresent(reason -> {
            String key = "systems." + system.system() + ".disks";
            String wanted = system.disks().describe().orElse("its usual disk");
            throw DeploymentException.environment(
                    "%s asks for %s, but %s.%n%s"
                            .formatted(key, wanted, reason, system.disks().real() ? real(key) : emulated(key)),
                    null);
        });
    }

    private static String real(String key) {
        return "List existing folders that this user can write to, each on its own disk, in " + key
                + ".paths; or leave " + key + " out.";
    }

    private static String emulated(String key) {
        return "Emulated disks need root on Linux with loop devices. Run on such a machine, list folders on real disks in "
                + key + ".paths, or leave " + key + " out.";
    }

    /** Returns why this machine can't provide the disks; empty when no obstacle is known. */
    public static Optional<String> refusal(NodeDisks disks) {
        if (disks.real()) {
            return ofFolders(disks, folder -> Files.getAttribute(folder, "unix:dev"));
        }
        return disks.emulated() ? DiskImage.refusal() : Optional.empty();
    }

    /** Refuses two folders of one disk, which would count as two disks. */
    static Optional<String> ofFolders(NodeDisks disks, Devices devices) {
        Map<Object, String> seen = new HashMap<>();
        for (String path : disks.paths().paths()) {
            Path folder = Path.of(path);
            if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
                return Optional.of(path
                        + (Files.exists(folder) ? " is not a folder that this user can write to" : " does not exist"));
            }
            try {
                @Nullable String other = seen.put(devices.of(folder), path);
                if (other != null) {
                    return Optional.of(other + " and " + path + " are on the same device");
                }
            } catch (IOException | UnsupportedOperationException e) {
                return Optional.of("the device of " + path + " can't be determined: " + e);
            }
        }
        return Optional.empty();
    }
}
