package dev.assay.model.setting;

import dev.assay.model.resource.TextResource;
import dev.assay.model.spec.SystemSpec;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Holds names that were taken from several releases of a vendor's software, by {@code bin/setting-names}. Its text has a
 * name on each line, as {@link SettingNames} reads them, and comments: what it was taken from, which releases, and where the
 * names begin that the newest of them no longer has.
 *
 * @param releases from which it was taken, the oldest first
 * @param newest the names of the newest of them
 * @param names all names, and no others
 */
public record SettingList(List<String> releases, Set<String> newest, SettingNames names) {
    private static final String SOFTWARE = "# names of: ";
    private static final String RELEASES = "# releases: ";
    private static final String EARLIER = "# in earlier releases only:";
    private static final Map<String, SettingList> READ = new ConcurrentHashMap<>();

    /**
     * Reads the lists that a scenario's settings are checked with: that of each group, of servers only where Assay starts them.
     * Groups without a list are left out.
     */
    public static Map<SettingGroup, SettingNames> known(SystemSpec spec) {
        Map<SettingGroup, SettingNames> known = new EnumMap<>(SettingGroup.class);
        for (SettingGroup group : SettingGroup.values()) {
            boolean ofServers = group == SettingGroup.BROKER;
            if ((!ofServers || spec.runsNodes()) && spec.getClass().getResource(file(group.toString())) != null) {
                String version = ofServers ? spec.serverVersion() : spec.clientVersion();
                known.put(group, beside(spec.getClass(), group.toString()).names(version));
            }
        }
        return known;
    }

    public static SettingList beside(Class<?> owner, String list) {
        return READ.computeIfAbsent(
                owner.getPackageName() + "." + list, any -> parse(TextResource.of(owner, file(list))));
    }

    private static String file(String list) {
        return "settings/" + list + ".txt";
    }

    static SettingList parse(String text) {
        String software = "";
        List<String> releases = List.of();
        Set<String> newest = new TreeSet<>();
        Set<String> all = new TreeSet<>();
        boolean isNewest = true;
        for (String line : text.lines().toList()) {
            if (line.startsWith(SOFTWARE)) {
                software = line.substring(SOFTWARE.length());
            } else if (line.startsWith(RELEASES)) {
                releases = List.of(line.substring(RELEASES.length()).split(", ", -1));
            } else if (line.equals(EARLIER)) {
                isNewest = false;
            } else if (!line.isBlank() && !line.startsWith("#")) {
                all.add(line);
                if (isNewest) {
                    newest.add(line);
                }
            }
        }
        if (releases.isEmpty() || newest.isEmpty()) {
            throw new IllegalArgumentException("a list of names has at least one release and one name");
        }
        String span = releases.size() == 1 ? releases.getFirst() : releases.getFirst() + " to " + releases.getLast();
        SettingNames names = SettingNames.of("%s (%s)".formatted(software, span), all);
        return new SettingList(releases, Set.copyOf(newest), names);
    }

    /** Returns all names; others are taken as well where the version is not among the releases, since nobody has looked it up. */
    public SettingNames names(String version) {
        return isCovered(version) ? names : names.withOthers();
    }

    /** Tells whether the version is a release between the oldest and the newest that the list was taken from, both included. */
    private boolean isCovered(String version) {
        return version.matches("\\d{1,6}(\\.\\d{1,6})*")
                && compare(releases.getFirst(), version) <= 0
                && compare(version, releases.getLast()) <= 0;
    }

    private static int compare(String one, String other) {
        return Arrays.compare(numbers(one), numbers(other));
    }

    private static int[] numbers(String release) {
        return Arrays.stream(release.split("\\.", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
    }
}
