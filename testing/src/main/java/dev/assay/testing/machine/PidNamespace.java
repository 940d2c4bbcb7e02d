package dev.assay.testing.machine;

import dev.assay.host.HostException;
import dev.assay.host.program.Program;
import java.util.ArrayList;
import java.util.List;

/** Runs programs in a PID namespace of their own, as a container has it. */
public final class PidNamespace {
    /** Goes before the command. Whoever isn't root becomes root of a user namespace, who may have a PID namespace in it. */
    public static final List<String> COMMAND = command();

    private PidNamespace() {}

    private static List<String> command() {
        List<String> command = new ArrayList<>(List.of("unshare", "--pid", "--fork", "--kill-child", "--mount-proc"));
        if (!Program.isRoot()) {
            command.add("--map-root-user");
        }
        return List.copyOf(command);
    }

    /** Tells whether this machine lets this user have one. */
    public static boolean isPossible() {
        List<String> arguments = new ArrayList<>(COMMAND.subList(1, COMMAND.size()));
        arguments.add("true");
        try {
            Program.run(COMMAND.getFirst(), arguments.toArray(String[]::new));
            return true;
        } catch (HostException refused) {
            return false;
        }
    }
}
