package dev.loomweight.fuzz;

import dev.loomweight.agent.RequestFuzz;
import dev.loomweight.bytecode.ClassFuzz;
import dev.loomweight.cli.CheckFileFuzz;
import dev.loomweight.cli.CommandFuzz;
import dev.loomweight.cli.FoldFuzz;
import dev.loomweight.command.SavedReportFuzz;
import dev.loomweight.input.capture.ManifestFuzz;
import dev.loomweight.input.recording.AgreementFuzz;
import dev.loomweight.input.recording.EditedChunkFuzz;
import dev.loomweight.input.recording.reader.chunk.RecordingFuzz;
import dev.loomweight.input.text.TextFuzz;
import dev.loomweight.query.PipelineFuzz;
import dev.loomweight.query.SqlFuzz;
import dev.loomweight.repl.LinesFuzz;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** All that is fuzzed. A new target is a class with {@code fuzzerTestOneInput}, and its line here. */
// Method references, which the checker cannot see into.
@SuppressWarnings("ImmutableEnumChecker")
public enum Target {
    /** A file as a recording. */
    RECORDING(RecordingFuzz.class, RecordingFuzz::fuzzerTestOneInput, RecordingFuzz::seeds, Words.BINARY, 16_384),
    /** A real recording that was edited. */
    EDITED(EditedChunkFuzz.class, EditedChunkFuzz::fuzzerTestOneInput, EditedChunkFuzz::seeds, Words.BINARY, 256),
    /** The same through the whole command. */
    COMMAND(CommandFuzz.class, CommandFuzz::fuzzerTestOneInput, EditedChunkFuzz::seeds, Words.BINARY, 256),
    /** A fold file with right checksums that was edited, through the whole command. */
    FOLD(FoldFuzz.class, FoldFuzz::fuzzerTestOneInput, FoldFuzz::seeds, Words.BINARY, 256),
    /** A chunk by our reader and the JDK's. */
    AGREEMENT(AgreementFuzz.class, AgreementFuzz::fuzzerTestOneInput, AgreementFuzz::seeds, Words.BINARY, 16_384),
    /** Reports of NMT. */
    NMT(TextFuzz.Nmt.class, TextFuzz.Nmt::fuzzerTestOneInput, TextFuzz::nmtSeeds, Words.TEXT, 16_384),
    /** The other texts of JVMs and of the kernel. */
    TEXT(TextFuzz.class, TextFuzz::fuzzerTestOneInput, TextFuzz::otherSeeds, Words.TEXT, 16_384),
    /** The file of {@code check}. */
    TOML(CheckFileFuzz.class, CheckFileFuzz::fuzzerTestOneInput, CheckFileFuzz::seeds, Words.TOML, 4096),
    /** Reports that were saved. */
    REPORT(SavedReportFuzz.class, SavedReportFuzz::fuzzerTestOneInput, SavedReportFuzz::seeds, Words.JSON, 8192),
    /** What a capture says of itself. */
    MANIFEST(ManifestFuzz.class, ManifestFuzz::fuzzerTestOneInput, ManifestFuzz::seeds, Words.JSON, 4096),
    /** Pipelines. */
    PIPELINE(PipelineFuzz.class, PipelineFuzz::fuzzerTestOneInput, PipelineFuzz::seeds, Words.PIPELINE, 512),
    /** Lines of the prompt. */
    LINES(LinesFuzz.class, LinesFuzz::fuzzerTestOneInput, LinesFuzz::seeds, Words.PIPELINE, 1024),
    /** SQL. */
    SQL(SqlFuzz.class, SqlFuzz::fuzzerTestOneInput, SqlFuzz::seeds, Words.PIPELINE, 512),
    /** Requests to the agent's metrics port. */
    REQUEST(RequestFuzz.class, RequestFuzz::fuzzerTestOneInput, RequestFuzz::seeds, Words.TEXT, 1024),
    /** Class files. */
    CLASS(ClassFuzz.class, ClassFuzz::fuzzerTestOneInput, ClassFuzz::seeds, Words.BINARY, 8192),
    /** Jars. */
    JAR(ClassFuzz.Jar.class, ClassFuzz.Jar::fuzzerTestOneInput, ClassFuzz::jarSeeds, Words.BINARY, 8192);

    private final Class<?> entry;
    private final Consumer<byte[]> run;
    private final Seeds seeds;
    private final List<String> words;
    private final int longest;

    Target(Class<?> entry, Consumer<byte[]> run, Seeds seeds, List<String> words, int longest) {
        this.entry = entry;
        this.run = run;
        this.seeds = seeds;
        this.words = words;
        this.longest = longest;
    }

    /** Gives inputs that make sense. */
    @FunctionalInterface
    interface Seeds {
        /** The inputs. */
        List<byte[]> all() throws IOException;
    }

    /** What {@code scripts/test fuzz} and the folders of findings call it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether its inputs are files or lines of a format, and not descriptions of such. */
    boolean isFormat() {
        return this != EDITED && this != COMMAND && this != FOLD;
    }

    /** Whether its inputs are texts. */
    boolean isText() {
        return !words.equals(Words.BINARY);
    }

    /** The class whose {@code fuzzerTestOneInput} is called. */
    Class<?> entry() {
        return entry;
    }

    /** Reads an input; what it throws is a finding. */
    void run(byte[] input) {
        run.accept(input);
    }

    /** Inputs that make sense, to begin with. */
    List<byte[]> seeds() throws IOException {
        return seeds.all();
    }

    /** What inputs are made of. */
    List<String> words() {
        return words;
    }

    /** The longest input that is tried, in bytes. */
    int longest() {
        return longest;
    }
}
