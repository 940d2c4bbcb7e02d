package dev.assay.provision.leash;

import dev.assay.provision.ProvisionException;
import dev.assay.provision.program.Program;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Kinds of things that the kernel keeps when their maker has gone, and how each is taken away. */
public enum KernelObject {
    /** A file system that is mounted on a folder; its loop device goes with it. */
    MOUNT("umount \"$1\" || umount -l \"$1\" || ! mountpoint -q \"$1\""),
    /** A network namespace by its name. */
    NETWORK_NAMESPACE("ip netns delete \"$1\" || [ ! -e \"/run/netns/$1\" ]"),
    /** A network interface by its name. */
    NETWORK_LINK("ip link delete dev \"$1\" || ! ip link show dev \"$1\""),
    /** A tracing instance by its folder. */
    TRACE_INSTANCE("rmdir \"$1\" || [ ! -e \"$1\" ]");

    private static final String ADMINISTRATORS_PATH = "PATH=$PATH:/usr/sbin:/sbin\n";

    private final String removal;

    KernelObject(String removal) {
        this.removal = removal;
    }

    /** A shell function {@code remove KIND TARGET} for all kinds. */
    static String shellFunction() {
        return Arrays.stream(values())
                .map(kind -> "    " + kind.name() + ") shift; { " + kind.removal + "; } >/dev/null 2>&1 ;;\n")
                .collect(Collectors.joining("", ADMINISTRATORS_PATH + "remove() {\n  case $1 in\n", "  esac\n}\n"));
    }

    /**
     * Takes it away; one that is gone already is no error.
     *
     * @throws ProvisionException when it stays
     */
    void remove(String target) {
        Program.run("sh", "-c", ADMINISTRATORS_PATH + removal, "sh", target);
    }

    /** In words, such as {@code network link}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
