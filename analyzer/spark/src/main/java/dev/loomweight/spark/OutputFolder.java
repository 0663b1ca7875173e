package dev.loomweight.spark;

import dev.loomweight.capture.DataException;
import dev.loomweight.render.Format;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Report;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Where results go, in any file system that Hadoop knows: {@code report.*} and {@code tables/*}.
 *
 * @param path the folder
 * @param files its file system
 */
record OutputFolder(Path path, FileSystem files) {

    // Engines and people leave out what begins so.
    private static final String WORKING = "_folds";

    /**
     * The folder, which is there only if it may be replaced.
     *
     * @param named with its scheme, or of the cluster's usual file system
     * @param overwrite whether results that are there are replaced
     * @throws DataException if it is there and not empty, or cannot be reached
     */
    static OutputFolder of(String named, boolean overwrite, Configuration hadoop) {
        try {
            Path path = new Path(named);
            FileSystem files = path.getFileSystem(hadoop);
            // What a killed run has left does not count: the next one removes it.
            if (!overwrite
                    && files.exists(path)
                    && files.listStatus(path, found -> !found.getName().equals(WORKING)).length > 0) {
                throw new DataException(
                        named + " is there already and is not empty; name another folder, or add --overwrite");
            }
            return new OutputFolder(files.makeQualified(path), files);
        } catch (IOException | IllegalArgumentException e) {
            throw new DataException("cannot use " + named + ": " + Listing.reason(e), e);
        }
    }

    /** The folder of the tables, of which those of a former run are removed. */
    Path emptyTables() throws IOException {
        Path tables = new Path(path, "tables");
        files.delete(tables, true);
        return tables;
    }

    /** Makes the folder in which tasks leave what they have folded, for {@link WorkingFolder}. */
    String makeWorking() {
        Path working = new Path(path, WORKING);
        try {
            files.delete(working, true);
            files.mkdirs(working);
        } catch (IOException e) {
            throw new DataException("cannot write " + working + ": " + Listing.reason(e), e);
        }
        return working.toString();
    }

    /** Removes that folder. */
    void removeWorking() {
        try {
            files.delete(new Path(path, WORKING), true);
        } catch (IOException e) {
            // The results are there; the next run removes it.
        }
    }

    /** Writes the report; what was there under its name is replaced when it is whole. */
    void write(Report report, Format format) {
        Path to = new Path(path, "report" + format.ending());
        try {
            files.mkdirs(path);
            try (Writer out = new OutputStreamWriter(files.create(to, true), StandardCharsets.UTF_8)) {
                format.renderer(TextOptions.PLAIN).page(report, out);
            }
        } catch (IOException e) {
            throw new DataException("cannot write " + to + ": " + Listing.reason(e), e);
        }
    }
}
