package dev.assay.store;

import dev.assay.host.file.DurableFile;
import dev.assay.host.file.RecordJson;
import dev.assay.model.result.CreationEntry;
import dev.assay.model.result.CreationEntry.Topic;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Journals what a run creates on systems that others run, in {@code created.jsonl}: a line for each step, on disk before the next step. */
public final class CreationJournal {
    static final String FILE = "created.jsonl";

    private final Path file;

    CreationJournal(Path run) {
        this.file = run.resolve(FILE);
    }

    /**
     * Appends a line, and returns once it would outlive a power failure.
     *
     * @throws StoreException when that fails; nothing may be created then
     */
    public void append(CreationEntry entry) {
        try {
            boolean fresh = !Files.exists(file);
            try (FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                long end = wholeLines(channel);
                channel.truncate(end);
                ByteBuffer bytes = ByteBuffer.wrap((RecordJson.text(entry) + "\n").getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    end += channel.write(bytes, end);
                }
                channel.force(true);
            }
            if (fresh) {
                DurableFile.syncFolder(file);
            }
        } catch (IOException e) {
            throw StoreException.writing(file, e);
        }
    }

    /** Returns where the line begins that a killed run left unfinished: its step has not happened. */
    private static long wholeLines(FileChannel channel) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        long end = channel.size();
        while (end > 0) {
            channel.read(one.clear(), end - 1);
            if (one.get(0) == '\n') {
                return end;
            }
            end--;
        }
        return 0;
    }

    /**
     * Returns all whole lines, in order; the step of an unfinished line has not happened.
     *
     * @throws StoreException when the file can't be read, or a line in it is damaged
     */
    public List<CreationEntry> entries() {
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            String text = new String(StoredBytes.of(file), StandardCharsets.UTF_8);
            List<CreationEntry> entries = new ArrayList<>();
            text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .forEach(line -> entries.add(RecordJson.record(line, CreationEntry.class)));
            return entries;
        } catch (IOException e) {
            throw StoreException.reading(file, e);
        } catch (IllegalArgumentException e) {
            throw StoreException.damaged(file, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns what may be left of what the run created, by the folders of its trials: names that were seen to be absent and not
     * deleted since. Names that were only planned, or existed before, are not among them.
     */
    public Map<String, List<Topic>> left() {
        Map<String, Topic> left = new LinkedHashMap<>();
        Map<String, String> trials = new LinkedHashMap<>();
        for (CreationEntry entry : entries()) {
            for (Topic topic : entry.topics()) {
                switch (entry.step()) {
                    case ABSENT -> left.put(topic.name(), topic);
                    case DELETED -> left.remove(topic.name());
                    case PLANNED, EXISTED -> {}
                }
                trials.put(topic.name(), entry.trial());
            }
        }
        Map<String, List<Topic>> byTrial = new LinkedHashMap<>();
        left.forEach((name, topic) -> byTrial.computeIfAbsent(trials.getOrDefault(name, ""), _ -> new ArrayList<>())
                .add(topic));
        return byTrial;
    }
}
