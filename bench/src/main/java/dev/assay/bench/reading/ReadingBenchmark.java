package dev.assay.bench.reading;

import java.nio.file.*;
public final class ReadingBenchmark { public static void main(String[] a) { System.out.println(new RecordedTrial(Integer.parseInt(a[0]), Integer.parseInt(a[1])).write(Path.of(a[2]))); } }
