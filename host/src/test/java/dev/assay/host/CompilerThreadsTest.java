package dev.assay.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.host.CompilerThreads.ThreadTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilerThreadsTest {
    @TempDir
    private Path tasks;

    @Test
    void whatCompilersTakeIsAddedUpAndOtherThreadsAreNot() throws IOException {
        thread("10", "C2 CompilerThre", "1000 50 3");
        thread("11", "C1 CompilerThre", "200 5 3");
        thread("12", "main", "77000 1 1");
        CompilerThreads compilers = new CompilerThreads(tasks);
        assertThat(compilers.sample()).as("nothing to compare with").isNull();
        thread("10", "C2 CompilerThre", "1600 80 4");
        thread("12", "main", "99000 1 1");
        assertThat(compilers.sample()).isEqualTo(new ThreadTime(600, 30));
        assertThat(compilers.sample()).isEqualTo(new ThreadTime(0, 0));
    }

    @Test
    void aCompilerThreadThatStartsCountsFromItsStart() throws IOException {
        thread("10", "C2 CompilerThre", "1000 50 3");
        CompilerThreads compilers = new CompilerThreads(tasks);
        compilers.sample();
        thread("13", "C2 CompilerThre", "40 2 1");
        assertThat(compilers.sample()).isEqualTo(new ThreadTime(40, 2));
    }

    @Test
    void aProcessWithoutCompilersTakesNothingForThemAndOneThatCannotBeReadTellsNothing() throws IOException {
        thread("12", "erts_sched_1", "77000 1 1");
        CompilerThreads compilers = new CompilerThreads(tasks);
        compilers.sample();
        assertThat(compilers.sample()).isEqualTo(new ThreadTime(0, 0));
        CompilerThreads gone = new CompilerThreads(tasks.resolve("gone"));
        gone.sample();
        assertThat(gone.sample()).isNull();
    }

    @Test
    void aThreadThatNamesItselfAMomentAfterItsStartIsACompiler() throws IOException {
        thread("10", "java", "5 0 1");
        CompilerThreads compilers = new CompilerThreads(tasks);
        compilers.sample();
        thread("10", "C1 CompilerThre", "30 4 1");
        assertThat(compilers.sample()).isEqualTo(new ThreadTime(30, 4));
        thread("10", "C1 CompilerThre", "50 5 2");
        assertThat(compilers.sample()).isEqualTo(new ThreadTime(20, 1));
    }

    @Test
    void thisProcessHasThem() {
        CompilerThreads compilers = new CompilerThreads(ProcessHandle.current().pid());
        compilers.sample();
        assertThat(compilers.sample()).isNotNull();
    }

    private void thread(String number, String name, String schedstat) throws IOException {
        Path thread = Files.createDirectories(tasks.resolve(number));
        Files.writeString(thread.resolve("comm"), name + "\n");
        Files.writeString(thread.resolve("schedstat"), schedstat + "\n");
    }
}
