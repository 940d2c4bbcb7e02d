package dev.assay.cluster.telemetry;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds the process that listens on a TCP port of this machine; see proc_pid_net(5). A listener in a pod or container has a network
 * namespace of its own, where others may have the same port.
 */
public final class ListeningProcess {
    private static final List<String> SOCKETS = List.of("net/tcp", "net/tcp6");
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final String LISTENS = "0A";
    private static final int HEXADECIMAL = 16;

    private ListeningProcess() {}

    /**
     * Returns the number of the process in the network namespace of this one, or where none listens there, that of a process in each
     * other namespace. Empty where none listens, or this user may not see whose the socket is.
     */
    public static List<Long> on(int port) {
        return on(port, Path.of("/proc"));
    }

    static List<Long> on(int port, Path proc) {
        List<Path> processes = processes(proc);
        Path self = proc.resolve("self");
        Set<String> ownSockets = sockets(port, self);
        if (!ownSockets.isEmpty()) {
            return owner(ownSockets, processes).stream().boxed().toList();
        }
        List<Long> owners = new ArrayList<>();
        for (List<Path> members : othersByNamespace(processes, self)) {
            Set<String> sockets = sockets(port, readable(members));
            if (!sockets.isEmpty()) {
                owner(sockets, members).ifPresent(owners::add);
            }
        }
        return owners;
    }

    private static List<Path> processes(Path proc) {
        String[] names = proc.toFile().list();
        return Arrays.stream(names == null ? new String[0] : names)
                .filter(name -> name.chars().allMatch(Character::isDigit))
                .map(name -> proc.resolve(name))
                .toList();
    }

    /** Groups processes by their network namespaces, except that of this process; all of a namespace see the same sockets. */
    private static Collection<List<Path>> othersByNamespace(List<Path> processes, Path self) {
        Map<String, List<Path>> namespaces = new LinkedHashMap<>();
        for (Path process : processes) {
            NetworkNamespace.of(process)
                    .ifPresent(name -> namespaces
                            .computeIfAbsent(name, any -> new ArrayList<>())
                            .add(process));
        }
        NetworkNamespace.of(self).ifPresent(namespaces::remove);
        return namespaces.values();
    }

    /** Returns a process that has not ended meanwhile. */
    private static Path readable(List<Path> members) {
        return members.stream()
                .filter(member -> Files.exists(member.resolve(SOCKETS.getFirst())))
                .findFirst()
                .orElse(members.getFirst());
    }

    private static Set<String> sockets(int port, Path process) {
        Set<String> sockets = new HashSet<>();
        for (String file : SOCKETS) {
            try {
                sockets.addAll(listening(port, Files.readAllLines(process.resolve(file))));
            } catch (IOException e) {
                // This is not Linux or has no IPv6, or the process has ended.
            }
        }
        return sockets;
    }

    /** Returns the sockets that listen on a port, as links to them are written. */
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

    private static OptionalLong owner(Set<String> sockets, List<Path> processes) {
        return processes.stream()
                .filter(process -> hasOpen(process.resolve("fd"), sockets))
                .mapToLong(process -> Long.parseLong(process.getFileName().toString()))
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
            // The process has ended, or is another user's.
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
