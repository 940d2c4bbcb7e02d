package dev.assay.host.process;

import dev.assay.host.HostException;
import dev.assay.host.program.Program;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Lists what the kernel keeps when its maker has gone, and how each is removed. */
public enum KernelResource {
    /** Removes a file system that is mounted on a folder; its loop device goes with it. */
    MOUNT("mountpoint -q \"$1\"", "umount \"$1\" || umount -l \"$1\"", Program.FLUSH_LIMIT),
    /** Removes the loop devices of a file, by the file; one that is mounted goes with its last mount. */
    LOOP_DEVICE(
            "[ -n \"$(losetup --noheadings --output NAME --associated \"$1\")\" ]",
            "losetup --noheadings --output NAME --associated \"$1\" | while read -r device; do losetup --detach \"$device\"; done",
            Program.FLUSH_LIMIT),
    NETWORK_NAMESPACE("[ -e \"/run/netns/$1\" ]", "ip netns delete \"$1\"", Program.USUAL_LIMIT),
    NETWORK_LINK("ip link show dev \"$1\"", "ip link delete dev \"$1\"", Program.USUAL_LIMIT),
    TRACE_INSTANCE("[ -e \"$1\" ]", "rmdir \"$1\"", Program.USUAL_LIMIT);

    private static final String ADMINISTRATORS_PATH = "PATH=$PATH:/usr/sbin:/sbin\n";

    private static final String TAKEN = "taken";
    private static final String TAKEN_AWAY = "taken away";

    private final String presence;
    private final String removal;
    private final Duration limit;

    /**
     * @param presence succeeds when the resource exists
     * @param removal succeeds when it has been removed
     * @param limit longest time for the removal
     */
    KernelResource(String presence, String removal, Duration limit) {
        this.presence = presence;
        this.removal = removal;
        this.limit = limit;
    }

    /** Returns a shell function {@code remove KIND TARGET} for all kinds. */
    static String shellFunction() {
        return Arrays.stream(values())
                .map(kind -> "    " + kind.name() + ") shift; { " + kind.removal + "; } >/dev/null 2>&1 ;;\n")
                .collect(Collectors.joining("", ADMINISTRATORS_PATH + "remove() {\n  case $1 in\n", "  esac\n}\n"));
    }

    /** Tells whether there is one of that name already, which then is somebody else's; the loop devices of a file are its owner's. */
    boolean isTaken(String target) {
        String script =
                ADMINISTRATORS_PATH + "if { %s; } >/dev/null 2>&1; then echo '%s'; fi".formatted(presence, TAKEN);
        return this != LOOP_DEVICE
                && Program.run("sh", "-c", script, "sh", target).endsWith(TAKEN);
    }

    /**
     * Removes it; one that is gone already is no error.
     *
     * @return whether it was there
     * @throws HostException when it stays
     */
    boolean remove(String target) {
        String script = ADMINISTRATORS_PATH
                + "if { %s; } >/dev/null 2>&1; then { %s; } && echo '%s' || ! { %s; } >/dev/null 2>&1; fi"
                        .formatted(presence, removal, TAKEN_AWAY, presence);
        return Program.run(limit, "sh", "-c", script, "sh", target).endsWith(TAKEN_AWAY);
    }

    /** Returns its name in words, such as {@code network link}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
