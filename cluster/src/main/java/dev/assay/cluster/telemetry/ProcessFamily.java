package dev.assay.cluster.telemetry;

import dev.assay.host.ProcText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Sums the processor time of some processes and of all that they start. Time of a child that has ended is in its parent's account (cutime
 * of proc_pid_stat(5)) once the parent has looked, so nothing is lost with processes that live for a moment. Not safe for several threads.
 */
final class ProcessFamily {
    /** The number of calls per search through all processes of a machine; children born in between are found a little late. */
    private static final int LOOKS_PER_SEARCH = 5;

    private final Path proc;
    private final Set<Long> heads = new HashSet<>();
    private Map<Long, Member> members = Map.of();
    private int looks;

    /**
     * @param begun clock tick of its start
     * @param ticks processor time of its own and of its children that have ended
     */
    private record Member(long parent, long begun, long ticks) {
        static Member parse(String stat) {
            String[] field = stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ", -1);
            long ticks = 0;
            for (int i = 11; i <= 14; i++) {
                ticks += Long.parseLong(field[i]);
            }
            return new Member(Long.parseLong(field[1]), Long.parseLong(field[19]), ticks);
        }
    }

    ProcessFamily() {
        this(Path.of("/proc"));
    }

    ProcessFamily(Path proc) {
        this.proc = proc;
    }

    /** Counts this process and all that it starts from now on, without its time so far. */
    void add(long pid) {
        heads.add(pid);
        looks = 0;
    }

    double secondsSinceLast() throws IOException {
        Map<Long, Member> before = members;
        members = looks++ % LOOKS_PER_SEARCH == 0 ? search() : again(before);
        long ticks = 0;
        for (Map.Entry<Long, Member> entry : members.entrySet()) {
            Member now = entry.getValue();
            Member last = before.get(entry.getKey());
            if (last != null && last.begun() == now.begun()) {
                ticks += now.ticks() - last.ticks();
            } else if (!heads.contains(entry.getKey()) && before.containsKey(now.parent())) {
                ticks += now.ticks(); // The process was born into the family since.
            }
        }
        for (Map.Entry<Long, Member> entry : before.entrySet()) {
            if (!members.containsKey(entry.getKey())
                    && members.containsKey(entry.getValue().parent())) {
                ticks -= entry.getValue().ticks(); // Its time is in its parent's account now.
            }
        }
        return Math.max(0, ticks) / ProcText.TICKS_PER_SECOND;
    }

    private Map<Long, Member> again(Map<Long, Member> known) {
        Map<Long, Member> current = new HashMap<>();
        known.keySet().forEach(pid -> read(pid, current));
        return current;
    }

    private Map<Long, Member> search() throws IOException {
        Map<Long, Member> all = new HashMap<>();
        try (Stream<Path> entries = Files.list(proc)) {
            entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> name.chars().allMatch(Character::isDigit))
                    .forEach(name -> read(Long.parseLong(name), all));
        }
        Map<Long, Member> family = new HashMap<>(all);
        family.keySet().retainAll(familyOf(all));
        return family;
    }

    private Set<Long> familyOf(Map<Long, Member> all) {
        Set<Long> family = new HashSet<>(heads);
        boolean grown = true;
        while (grown) {
            grown = false;
            for (Map.Entry<Long, Member> entry : all.entrySet()) {
                grown |= family.contains(entry.getValue().parent()) && family.add(entry.getKey());
            }
        }
        return family;
    }

    private void read(long pid, Map<Long, Member> into) {
        try {
            into.put(pid, Member.parse(Files.readString(proc.resolve(pid + "/stat"))));
        } catch (IOException gone) {
            // It has ended since: its time is in its parent's account.
        }
    }
}
