package dev.loomweight.spark;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Where tasks leave what they folded, in the file system of the results: so that it outlives the executors. Each attempt
 * of a task writes files of its own, and what counts is what the driver was told.
 *
 * @param path the folder
 * @param files its file system
 */
record WorkingFolder(Path path, FileSystem files) {

    /** What a task folded, as one file. Parts that are not asked for are not unpacked. */
    enum Part {
        /** All recordings together. */
        MERGED,
        /** Each by itself. */
        RECORDINGS,
        /** Memory over time of each. */
        SAMPLES
    }

    /** The folder of that name, which was made by the driver. */
    static WorkingFolder of(String path, Configuration hadoop) throws IOException {
        Path folder = new Path(path);
        return new WorkingFolder(folder, folder.getFileSystem(hadoop));
    }

    /**
     * Writes what a task folded.
     *
     * @param parts one for each {@link Part}
     */
    void write(String name, byte[]... parts) throws IOException {
        try (DataOutputStream out = new DataOutputStream(files.create(new Path(path, name), true))) {
            for (byte[] part : parts) {
                out.writeInt(part.length);
                out.write(part);
            }
        }
    }

    /** A part of what a task folded. */
    byte[] read(String name, Part wanted) throws IOException {
        try (DataInputStream in = new DataInputStream(files.open(new Path(path, name)))) {
            for (int before = List.of(Part.values()).indexOf(wanted); before > 0; before--) {
                in.skipNBytes(in.readInt());
            }
            return in.readNBytes(in.readInt());
        }
    }

    /** Notes what an attempt is about to fold; empty if nothing is. */
    void note(String name, String uri) throws IOException {
        try (DataOutputStream out = new DataOutputStream(files.create(new Path(path, name), true))) {
            out.write(uri.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** What was noted; empty if nothing was. */
    String noted(String name) throws IOException {
        try (DataInputStream in = new DataInputStream(files.open(new Path(path, name)))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (FileNotFoundException e) {
            return "";
        }
    }
}
