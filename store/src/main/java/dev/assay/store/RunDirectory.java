package dev.assay.store;

import dev.assay.host.file.DurableFile;
import dev.assay.host.file.RecordJson;
import dev.assay.model.result.RunData;
import dev.assay.model.result.RunRecord;
import dev.assay.model.result.RunResume.SetAside;
import dev.assay.model.result.StoredTrial;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.UnfinishedTrial;
import dev.assay.model.study.StudyRecord;
import dev.assay.model.verification.VerificationRecord;
import dev.assay.model.verification.VerifiedBy;
import dev.assay.store.FolderTrial.Access;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The folder of one run, {@code <utc>-<scenario>}, with everything that is known of it. */
public final class RunDirectory {
    /**
     * The number of the format that this version writes, and the only one that it reads. Until the first release it rises with
     * each field that is added, renamed or removed; a test holds it.
     */
    public static final int FORMAT = 14;

    private static final String RECORD = "run.json";
    private static final String FORMAT_KEY = "format";
    private static final String TRIALS = "trials";
    private static final String VERIFICATIONS = "verifications";
    static final String VERIFIED_BY = "verified-by.json";
    private static final int LONGEST_NAME = 60;
    /** Counts characters; file systems take 255 bytes. */
    private static final int LONGEST_FOLDER = 120;

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final Pattern NAME =
            Pattern.compile("\\d{8}T\\d{6}Z-[A-Za-z0-9_][A-Za-z0-9._-]{0," + LONGEST_FOLDER + "}");

    private final Path path;
    private final Access access;

    private RunDirectory(Path path) {
        this(path, Access.READ);
    }

    private RunDirectory(Path path, Access access) {
        this.path = path;
        this.access = access;
    }

    /**
     * Creates the folder of a new run below {@code base}, which is created as well where needed; only this user can look into
     * it. A run of the same second and scenario makes it {@code <utc>-<scenario>-2}, and so on.
     *
     * @throws StoreException when the folder cannot be created
     */
    public static RunDirectory create(Path base, String scenarioName, Instant now) {
        String name = STAMP.format(now) + "-" + plainName(scenarioName);
        try {
            DurableFolder.create(base);
            Path folder = createUnused(base, name);
            DurableFolder.createNew(folder.resolve(TRIALS));
            return new RunDirectory(folder);
        } catch (IOException e) {
            throw StoreException.writing(base.resolve(name), e);
        }
    }

    /** Tells whether a file's name has the form that {@link #create} gives folders of runs. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** Logs may hold secrets until the run ends, so nobody but its owner may look into the folder. */
    private static Path createUnused(Path base, String name) throws IOException {
        FileAttribute<?>[] ownerOnly =
                base.getFileSystem().supportedFileAttributeViews().contains("posix")
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                        }
                        : new FileAttribute<?>[0];
        String candidate = name;
        for (int attempt = 2; ; attempt++) {
            try {
                return DurableFolder.createNew(base.resolve(candidate), ownerOnly);
            } catch (FileAlreadyExistsException taken) {
                candidate = name + "-" + attempt;
            }
        }
    }

    /**
     * Opens the folder of a run that was recorded earlier.
     *
     * @throws StoreException when it is no run's folder, has links or pipes in it, or is of another format
     */
    public static RunDirectory open(Path path) {
        if (!Files.isDirectory(path)) {
            throw new StoreException(
                    "%s is not a folder. Give a run directory, as printed by 'assay run'.".formatted(path));
        }
        if (!Files.exists(path.resolve(RECORD), LinkOption.NOFOLLOW_LINKS)) {
            throw new StoreException("%s is not a run directory: it has no %s.%s".formatted(path, RECORD, hint(path)));
        }
        ForeignFiles.refuseIn(path);
        RunDirectory run = new RunDirectory(path);
        run.checkFormat();
        return run;
    }

    /** Returns the same run, where what is computed of its trials is kept in their folders, so that it is read in less time. */
    public RunDirectory keeping() {
        return new RunDirectory(path, Access.WRITE);
    }

    /** Tells whether a file lies in the folder of a run, or is a link to one that does. */
    public static boolean isAround(Path file) throws IOException {
        return around(file).isPresent();
    }

    /** Returns the run in whose folder a file lies, or to which it is a link. */
    public static Optional<RunDirectory> around(Path file) throws IOException {
        Path named = file.toAbsolutePath().normalize();
        for (Path place : List.of(named, Files.exists(named) ? named.toRealPath() : named)) {
            for (Path folder = place.getParent(); folder != null; folder = folder.getParent()) {
                if (isRun(folder)) {
                    return Optional.of(new RunDirectory(folder));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isRun(Path folder) {
        Path record = folder.resolve(RECORD);
        try {
            return Files.isRegularFile(record, LinkOption.NOFOLLOW_LINKS)
                    && RecordFile.readTree(record).path(FORMAT_KEY).isInt();
        } catch (StoreException noRecord) {
            return false; // Other programs have files of that name, too.
        }
    }

    /** Returns the name of the folder, which is that of the run. */
    public String id() {
        return String.valueOf(path.toAbsolutePath().normalize().getFileName());
    }

    public Path path() {
        return path;
    }

    /** Returns the file for what the program of {@code --hook} prints; secrets in it are masked when the run ends. */
    public Path hookLog() {
        return path.resolve("logs").resolve("hook.log");
    }

    /** Writes {@code run.json}; from then on the folder can be opened as a run. */
    public void write(RunRecord run) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode().put(FORMAT_KEY, FORMAT);
        tree.setAll(RecordJson.tree(run));
        AtomicFile.write(path.resolve(RECORD), RecordJson.bytes(tree));
    }

    /**
     * Begins a trial of few workers.
     *
     * @param folder its name below {@code trials/}
     */
    public TrialWriter begin(String folder) {
        return begin(folder, 1);
    }

    /**
     * Begins a trial.
     *
     * @param folder its name below {@code trials/}
     * @param workers how many take part
     */
    public TrialWriter begin(String folder, int workers) {
        return new TrialWriter(path.resolve(TRIALS).resolve(plainFile(folder)), workers);
    }

    private static boolean isPlainFile(String folder) {
        return folder.matches("[^/\\\\:\\p{Cntrl}]{1," + LONGEST_FOLDER + "}")
                && !folder.startsWith(".")
                && !folder.startsWith("-");
    }

    private static String plainFile(String folder) {
        if (!isPlainFile(folder)) {
            throw new IllegalArgumentException(
                    "the folder of a trial must be one plain file name, but is '" + folder + "'");
        }
        return folder;
    }

    /**
     * Begins a verification, or opens it again.
     *
     * @param folder its name below {@code verifications/}
     */
    public VerificationFolder verification(String folder) {
        return VerificationFolder.create(path.resolve(VERIFICATIONS).resolve(plainFile(folder)));
    }

    /** Returns the finished verifications in their order. */
    public List<VerificationRecord> verifications() {
        return TrialFolder.children(path.resolve(VERIFICATIONS)).stream()
                .filter(Files::isDirectory)
                .map(VerificationFolder::new)
                .filter(VerificationFolder::finished)
                .map(VerificationFolder::read)
                .toList();
    }

    /** Writes {@code verified-by.json}. */
    public void write(VerifiedBy cited) {
        AtomicFile.write(path.resolve(VERIFIED_BY), RecordJson.bytes(cited));
    }

    /** Returns what another run has verified of what this one measures; empty where none was named. */
    public Optional<VerifiedBy> verifiedBy() {
        Path file = path.resolve(VERIFIED_BY);
        return Files.isRegularFile(file)
                ? Optional.of(RecordFile.record(file, RecordFile.readTree(file), VerifiedBy.class))
                : Optional.empty();
    }

    public RunRecord record() {
        Path file = path.resolve(RECORD);
        return RecordFile.record(file, RecordFile.readTree(file), RunRecord.class);
    }

    /**
     * Holds the directory for a run that writes into it, until it is released or this process ends.
     *
     * @throws RunLock.HeldException when another run holds it
     */
    public RunLock lock() throws RunLock.HeldException {
        return RunLock.of(path);
    }

    public CreationJournal creations() {
        return new CreationJournal(path);
    }

    /** Tells whether neither a trial nor a verification has finished. */
    public boolean hasNothingToReport() {
        return finished().isEmpty() && verifications().isEmpty();
    }

    /** Returns the folders of finished trials, in their order. */
    public List<String> finished() {
        return trials(true);
    }

    /** Returns the folders of trials that began and did not finish. */
    public List<String> unfinished() {
        return trials(false);
    }

    /**
     * Returns the planned trials without a result, whether they failed, were interrupted or never began. Each point is planned once in a
     * block, under the same label: the k-th folder of a label belongs to the k-th block.
     */
    public List<UnfinishedTrial> missing() {
        Map<String, Integer> blocks = new HashMap<>();
        List<UnfinishedTrial> missing = new ArrayList<>();
        for (String folder : record().planned()) {
            if (!isPlainFile(folder) || !folder.matches("[0-9]+-.+")) {
                continue;
            }
            String label = folder.substring(folder.indexOf('-') + 1);
            int block = blocks.merge(label, 1, Integer::sum);
            if (!hasFinished(folder)) {
                boolean begun = Files.isDirectory(trial(folder));
                String reason = failure(folder)
                        .flatMap(text -> text.lines().findFirst())
                        .orElse(begun ? "cut short" : "not begun");
                missing.add(new UnfinishedTrial(folder, label, block, hasFailed(folder), reason));
            }
        }
        return missing;
    }

    /** Returns why a trial did not finish; empty where nobody had the time to write it down. */
    public Optional<String> failure(String folder) {
        return new TrialFolder(trial(folder)).failure();
    }

    public boolean hasFinished(String folder) {
        return new TrialFolder(trial(folder)).finished();
    }

    /** Tells whether the trial did not finish for a reason of its own. */
    public boolean hasFailed(String folder) {
        return !hasFinished(folder) && Files.isRegularFile(trial(folder).resolve(TrialWriter.FAILURE));
    }

    /** Tells whether the trial did not finish because the system failed under its load. */
    public boolean hasFailedUnderLoad(String folder) {
        return hasFailed(folder) && Files.isRegularFile(trial(folder).resolve(TrialWriter.UNDER_LOAD));
    }

    private Path trial(String folder) {
        return path.resolve(TRIALS).resolve(folder);
    }

    /**
     * Returns trials and verifications that had begun and were interrupted, each with a place where it can be put aside; nothing is
     * moved yet.
     */
    public List<SetAside> interrupted() {
        Stream<SetAside> trials = unfinished().stream()
                .filter(folder -> !hasFailed(folder))
                .map(folder -> aside(TRIALS, folder, failure(folder).orElse("")));
        Stream<SetAside> verifications = TrialFolder.children(path.resolve(VERIFICATIONS)).stream()
                .filter(Files::isDirectory)
                .filter(folder -> !new VerificationFolder(folder).finished())
                .map(folder -> aside(VERIFICATIONS, folder.getFileName().toString(), ""));
        return Stream.concat(trials, verifications).toList();
    }

    private SetAside aside(String kind, String folder, String reason) {
        String to = "interrupted/" + kind + "/" + folder;
        String free = to;
        for (int attempt = 2; Files.exists(path.resolve(free)); attempt++) {
            free = to + "-" + attempt;
        }
        return new SetAside(
                kind + "/" + folder, free, reason.lines().findFirst().orElse("cut short"));
    }

    /** Moves the folder to its place; nothing of it is deleted. */
    public void setAside(SetAside what) {
        Path to = path.resolve(what.to());
        try {
            Path from = path.resolve(what.folder());
            DurableFolder.create(Objects.requireNonNull(to.getParent()));
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
            DurableFile.syncFolder(to);
            DurableFile.syncFolder(from);
        } catch (IOException e) {
            throw StoreException.writing(to, e);
        }
    }

    public TrialRecord readRecord(String folder) {
        return new TrialFolder(trial(folder)).record();
    }

    /** Returns a finished trial; what was recorded second by second is read when it is asked for. */
    public StoredTrial readTrial(String folder) {
        return new TrialFolder(trial(folder)).read(access);
    }

    public RunData readRun() {
        return new RunData(record(), finished().stream().map(this::readTrial).toList(), unfinished());
    }

    /**
     * Opens a run and reads it whole.
     *
     * @throws StoreException when it is no run, or damaged; unfinished trials are no damage
     */
    public static RunData readRun(Path path) {
        return open(path).readRun();
    }

    /**
     * Writes {@code summary.json} and {@code summary.csv}.
     *
     * @param version of what they have
     * @param trials what is known of each, for the first of them
     * @param rows by column; what is not known is null
     */
    public void writeSummary(
            int version,
            List<String> columns,
            List<Map<String, @Nullable Object>> trials,
            List<Map<String, @Nullable Object>> rows) {
        Summary summary = new Summary(id(), version, columns, trials, rows);
        AtomicFile.write(path.resolve("summary.json"), summary.json());
        AtomicFile.write(path.resolve("summary.csv"), summary.csv());
    }

    /** Writes {@code study.json}. */
    public void writeStudy(StudyRecord study) {
        AtomicFile.write(path.resolve("study.json"), RecordJson.bytes(study));
    }

    /** Writes {@code report.html}, and says where it is. */
    public Path writeReport(String html) {
        Path file = path.resolve("report.html");
        AtomicFile.write(file, html.getBytes(StandardCharsets.UTF_8));
        return file;
    }

    private List<String> trials(boolean finished) {
        return TrialFolder.children(path.resolve(TRIALS)).stream()
                .filter(Files::isDirectory)
                .filter(trial -> new TrialFolder(trial).finished() == finished)
                .map(trial -> trial.getFileName().toString())
                .toList();
    }

    private void checkFormat() {
        Path file = path.resolve(RECORD);
        JsonNode format = RecordFile.readTree(file).path(FORMAT_KEY);
        if (!format.isInt()) {
            throw StoreException.damaged(file, "it has no number under 'format'");
        }
        if (format.intValue() != FORMAT) {
            throw new StoreException(
                    "%s has format %d, but this version of Assay reads only format %d: use the version that recorded it."
                            .formatted(file, format.intValue(), FORMAT));
        }
    }

    /** People often give the folder above. */
    private static String hint(Path path) {
        return TrialFolder.children(path).stream()
                .filter(child -> Files.isRegularFile(child.resolve(RECORD)))
                .reduce((earlier, later) -> later)
                .map(newest -> " It contains runs, though; the newest is " + newest + ".")
                .orElse(
                        isName(String.valueOf(path.getFileName()))
                                ? " Its run was killed before it began: delete it, and run again."
                                : " Give a run directory, as printed by 'assay run'.");
    }

    private static String plainName(String scenario) {
        String plain = scenario.strip().replaceAll("[^A-Za-z0-9._]+", "-").replaceAll("^[-.]+|-+$", "");
        return plain.isEmpty() ? "run" : plain.substring(0, Math.min(LONGEST_NAME, plain.length()));
    }
}
