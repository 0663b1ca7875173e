package dev.loomweight.spark;

import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * Files of this machine that are copied before they are read, as those of another; a JVM that opens one whose name begins
 * with {@code ending} ends at once, as one that the kernel kills for its memory.
 */
public final class EndingFileSystem extends RawLocalFileSystem {

    static final String SCHEME = "ending";

    /** Made by Hadoop. */
    public EndingFileSystem() {}

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public URI getUri() {
        return URI.create(SCHEME + ":///");
    }

    // The rights that its superclass would look for, it finds for the scheme "file" alone.
    private static FileStatus plain(FileStatus status) {
        return new FileStatus(
                status.getLen(),
                status.isDirectory(),
                1,
                status.getBlockSize(),
                status.getModificationTime(),
                status.getPath());
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        return plain(super.getFileStatus(path));
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        return Arrays.stream(super.listStatus(path))
                .map(EndingFileSystem::plain)
                .toArray(FileStatus[]::new);
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        if (path.getName().startsWith("ending")) {
            Runtime.getRuntime().halt(137);
        }
        return super.open(path, bufferSize);
    }
}
