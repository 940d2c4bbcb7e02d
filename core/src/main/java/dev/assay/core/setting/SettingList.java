package dev.assay.core.setting;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * A list of names that was taken from several releases of a vendor's software. Its text has a name on each line, as {@link
 * SettingNames} reads them, and comments: what it was taken from, which releases, and from where on stand the names that the
 * newest of them no longer has.
 */
public final class SettingList {
    private static final String SOFTWARE = "# names of: ";
    private static final String RELEASES = "# releases: ";
    private static final String EARLIER = "# in earlier releases only:";

    private final String software;
    private final List<String> releases;
    private final Set<String> newest;
    private final Set<String> earlier;
    private final SettingNames names;

    /**
     * A list.
     *
     * @param software whose names these are
     * @param releases from which it was taken, the oldest first
     * @param newest the names of the newest of them
     * @param earlier the names that only the others have
     */
    SettingList(String software, List<String> releases, Set<String> newest, Set<String> earlier) {
        if (releases.isEmpty() || newest.isEmpty()) {
            throw new IllegalArgumentException("a list of names has at least one release and one name");
        }
        this.software = software;
        this.releases = List.copyOf(releases);
        this.newest = Set.copyOf(newest);
        this.earlier = Set.copyOf(earlier);
        Set<String> all = new TreeSet<>(newest);
        all.addAll(earlier);
        String span = releases.size() == 1 ? releases.getFirst() : releases.getFirst() + " to " + releases.getLast();
        names = SettingNames.of("%s knows (%s)".formatted(software, span), all);
    }

    /** The list beside a class. */
    public static SettingList beside(Class<?> owner, String file) {
        try (InputStream in = owner.getResourceAsStream(file)) {
            return parse(new String(
                    Objects.requireNonNull(in, file + " beside " + owner).readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + " beside " + owner, e);
        }
    }

    /** Reads what {@link #text} wrote. */
    public static SettingList parse(String text) {
        String software = "";
        List<String> releases = List.of();
        Set<String> newest = new TreeSet<>();
        Set<String> earlier = new TreeSet<>();
        Set<String> names = newest;
        for (String line : text.lines().toList()) {
            if (line.startsWith(SOFTWARE)) {
                software = line.substring(SOFTWARE.length());
            } else if (line.startsWith(RELEASES)) {
                releases = Arrays.asList(line.substring(RELEASES.length()).split(", ", -1));
            } else if (line.equals(EARLIER)) {
                names = earlier;
            } else if (!line.isBlank() && !line.startsWith("#")) {
                names.add(line);
            }
        }
        return new SettingList(software, releases, newest, earlier);
    }

    /** The list as a file. */
    public String text() {
        StringBuilder text = new StringBuilder();
        text.append(SOFTWARE).append(software).append('\n');
        text.append(RELEASES).append(String.join(", ", releases)).append('\n');
        new TreeSet<>(newest).forEach(name -> text.append(name).append('\n'));
        if (!earlier.isEmpty()) {
            text.append(EARLIER).append('\n');
            new TreeSet<>(earlier).forEach(name -> text.append(name).append('\n'));
        }
        return text.toString();
    }

    /**
     * The list with what a release knows. What it had from others stays, so that a list does not forget older releases.
     *
     * @param names all that the release knows
     */
    public SettingList with(String release, Set<String> names) {
        TreeSet<String> all = new TreeSet<>(SettingList::compare);
        all.addAll(releases);
        all.add(release);
        boolean isNewest = all.last().equals(release);
        Set<String> before = new TreeSet<>(newest);
        before.addAll(earlier);
        before.addAll(names);
        Set<String> now = isNewest ? names : newest;
        before.removeAll(now);
        return new SettingList(software, List.copyOf(all), now, before);
    }

    /** Whose names these are. */
    public String software() {
        return software;
    }

    /** From which releases it was taken, the oldest first. */
    public List<String> releases() {
        return releases;
    }

    /** All names; others are taken as well where the version is not among the releases, since nobody has looked it up. */
    public SettingNames names(String version) {
        return isCovered(version) ? names : names.withOthers();
    }

    /** All names, and no others. */
    public SettingNames names() {
        return names;
    }

    /** Whether the version is a release between the oldest and the newest that the list was taken from, both included. */
    boolean isCovered(String version) {
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
