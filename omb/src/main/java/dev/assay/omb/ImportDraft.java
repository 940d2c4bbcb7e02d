package dev.assay.omb;

import dev.assay.model.spec.KeyPath;
import dev.assay.model.spec.Redactor;
import dev.assay.model.spec.SecretNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects a part of a scenario that is made from another benchmark's files: keys with values, and what became of each key of those files,
 * so that none is dropped without a word.
 */
final class ImportDraft {
    private final String file;
    private final Map<KeyPath, Object> values = new LinkedHashMap<>();
    private final List<ImportedKey> keys = new ArrayList<>();
    private final List<ImportedKey> obstacles = new ArrayList<>();
    private final Set<KeyPath> secrets = new LinkedHashSet<>();

    /** @param file whose keys are imported; names the source of what no key says */
    public ImportDraft(String file) {
        this.file = file;
    }

    /** Returns the key of a scenario with these segments. */
    public static KeyPath path(String... segments) {
        return new KeyPath(List.of(segments));
    }

    /** Maps a key to one of a scenario that means the same, with its value: a text, or texts that make a dimension. */
    public void map(ForeignKey from, KeyPath key, Object value) {
        map(from, key, value, "");
    }

    /** Maps a key to one of a scenario that means the same, with a remark. */
    public void map(ForeignKey from, KeyPath key, Object value, String remark) {
        put(from, KeyFate.MAPPED, key, value, remark);
    }

    /** Maps a key to several of a scenario that say the same together. */
    public void map(ForeignKey from, Map<KeyPath, ?> several, String remark) {
        several.forEach(this::put);
        keys.add(new ImportedKey(from, KeyFate.MAPPED, List.copyOf(several.keySet()), remark));
    }

    /** Notes that a key holds without any key of a scenario. */
    public void hold(ForeignKey from, String why) {
        keys.add(new ImportedKey(from, KeyFate.MAPPED, List.of(), why));
    }

    /** Gives a key of a scenario that comes near to the key. */
    public void differ(ForeignKey from, KeyPath key, Object value, String how) {
        put(from, KeyFate.DIFFERS, key, value, how);
    }

    /** Gives several keys of a scenario that come near to the key. */
    public void differ(ForeignKey from, Map<KeyPath, ?> several, String how) {
        several.forEach(this::put);
        keys.add(new ImportedKey(from, KeyFate.DIFFERS, List.copyOf(several.keySet()), how));
    }

    /** Notes that Assay does something near to it without any key. */
    public void differ(ForeignKey from, String how) {
        keys.add(new ImportedKey(from, KeyFate.DIFFERS, List.of(), how));
    }

    /** Notes that nothing stands for the key. */
    public void refuse(ForeignKey from, String why) {
        keys.add(new ImportedKey(from, KeyFate.REFUSED, List.of(), why));
    }

    /** Notes that nothing stands for the key, and that no scenario can be made without it. */
    public void obstruct(ForeignKey from, String why) {
        ImportedKey obstacle = new ImportedKey(from, KeyFate.REFUSED, List.of(), why);
        if (!obstacles.contains(obstacle)) {
            keys.add(obstacle);
            obstacles.add(obstacle);
        }
    }

    /** Sets a key of a scenario that no key of the file leads to. */
    public void assume(KeyPath key, Object value, String why) {
        put(ForeignKey.unsaid(file), KeyFate.ASSUMED, key, value, why);
    }

    /** Notes something that no key says, and that Assay does in its own way. */
    public void assume(String why) {
        keys.add(new ImportedKey(ForeignKey.unsaid(file), KeyFate.ASSUMED, List.of(), why));
    }

    /** Sets a key without a value, such as a system with all defaults. */
    public void ensure(KeyPath key) {
        values.putIfAbsent(key, Map.of());
    }

    private void put(ForeignKey from, KeyFate fate, KeyPath key, Object value, String note) {
        if (from.secret() || isSecret(key, value)) {
            secrets.add(key);
            values.put(key, "");
            keys.add(new ImportedKey(from.withheld(), fate, List.of(key), named(key, value.toString(), note)));
            return;
        }
        put(key, value);
        keys.add(new ImportedKey(from, fate, List.of(key), note));
    }

    private void put(KeyPath key, Object value) {
        if (isSecret(key, value)) {
            secrets.add(key);
            values.put(key, "");
        } else {
            secrets.remove(key);
            values.put(key, value);
        }
    }

    private static boolean isSecret(KeyPath key, Object value) {
        return SecretNames.isLiteral(key.segments().getLast(), value.toString());
    }

    /** Returns a note that names the file in place of a secret; of URIs it may say how they go on. */
    private static String named(KeyPath key, String value, String note) {
        String masked = Redactor.maskedUris(value);
        boolean masksPart = !masked.equals(value)
                && !SecretNames.holdsSecret(key.segments().getLast())
                && !Redactor.hasSecrets(masked);
        String what = masksPart ? masked : "what stands there";
        return (note.isEmpty() ? "" : note + "; ")
                + "a secret is not copied: the scenario names a file for it, whose text is to be " + what;
    }

    /** Takes back a value that a scenario can't have; whatever led to it is refused. */
    public void takeBack(KeyPath key, String why) {
        values.remove(key);
        secrets.remove(key);
        keys.replaceAll(imported -> imported.keys().contains(key) ? imported.refused(why) : imported);
    }

    /** Notes that no scenario can be made because of a key's value. */
    public void obstructAt(KeyPath key, String why) {
        for (int i = 0; i < keys.size(); i++) {
            ImportedKey imported = keys.get(i);
            if (imported.keys().stream().anyMatch(part -> part.leadsTo(key) || key.leadsTo(part))) {
                keys.set(i, imported.refused(why));
                obstacles.add(keys.get(i));
                return;
            }
        }
        obstruct(ForeignKey.unsaid(file), key + ": " + why);
    }

    /** Returns the keys of the scenario whose value is a secret, which the draft does not hold. */
    public Set<KeyPath> secrets() {
        return Collections.unmodifiableSet(secrets);
    }

    public String file() {
        return file;
    }

    /** Returns the value of a scenario's key so far; null where it has none. */
    public @Nullable Object value(KeyPath key) {
        return values.get(key);
    }

    public Map<KeyPath, Object> values() {
        return Collections.unmodifiableMap(values);
    }

    /** Returns what became of each key, in the order in which they were read. */
    public List<ImportedKey> keys() {
        return List.copyOf(keys);
    }

    /** Returns the keys without which no scenario can be made. */
    public List<ImportedKey> obstacles() {
        return List.copyOf(obstacles);
    }
}
