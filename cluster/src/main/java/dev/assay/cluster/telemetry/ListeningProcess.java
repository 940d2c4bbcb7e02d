package dev.assay.cluster.telemetry;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** The process that listens on a TCP port of this machine, or of the network namespace of this process; see proc_pid_net(5). */
public final class ListeningProcess {
    private static final List<String> SOCKETS = List.of("net/tcp", "net/tcp6");
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final String LISTENS = "0A";
    private static final int HEXADECIMAL = 16;

    private ListeningProcess() {}

    /** Its number; empty where none listens there, or this user may not see whose the socket is. */
    public static OptionalLong on(int port) {
        return on(port, Path.of("/proc"));
    }

    static OptionalLong on(int port, Path proc) {
        Set<String> sockets = new HashSet<>();
        for (String file : SOCKETS) {
            try {
                sockets.addAll(
                        listening(port, Files.readAllLines(proc.resolve("self").resolve(file))));
            } catch (IOException e) {
                // No Linux, or without IPv6.
            }
        }
        return sockets.isEmpty() ? OptionalLong.empty() : owner(sockets, proc);
    }

    /** What links to the sockets say that listen on it. */
    static List<String> listening(int port, List<String> table) {
        return table.stream()
                .map(line -> line.strip().split("\\s+"))
                .filter(field -> field.length > INODE
                        && field[STATE].equals(LISTENS)
                        && field[LOCAL_ADDRESS].indexOf(':') > 0
                        && Integer.parseInt(
                                        field[LOCAL_ADDRESS].substring(field[LOCAL_ADDRESS].indexOf(':') + 1),
                                        HEXADECIMAL)
                                == port)
                .map(field -> "socket:[" + field[INODE] + "]")
                .toList();
    }

    private static OptionalLong owner(Set<String> sockets, Path proc) {
        String[] names = proc.toFile().list();
        return Arrays.stream(names == null ? new String[0] : names)
                .filter(name -> name.chars().allMatch(Character::isDigit))
                .filter(name -> hasOpen(proc.resolve(name).resolve("fd"), sockets))
                .mapToLong(Long::parseLong)
                .min();
    }

    private static boolean hasOpen(Path descriptors, Set<String> sockets) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(descriptors)) {
            for (Path file : files) {
                if (isOneOf(file, sockets)) {
                    return true;
                }
            }
        } catch (IOException gone) {
            // Ended, or another user's.
        }
        return false;
    }

    private static boolean isOneOf(Path file, Set<String> sockets) {
        try {
            return sockets.contains(Files.readSymbolicLink(file).toString());
        } catch (IOException closed) {
            return false;
        }
    }
}
