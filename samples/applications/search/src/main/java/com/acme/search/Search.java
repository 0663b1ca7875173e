package com.acme.search;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;

/**
 * A full-text index in mapped files, written and searched by many threads: virtual ones where there are some. For Java 11.
 * Each line of its input is one round; it prints what it found.
 */
public final class Search {

    private static final int THREADS = 16;
    private static final int DOCUMENTS = 400;

    private final IndexWriter writer;

    private Search(IndexWriter writer) {
        this.writer = writer;
    }

    private void write(int thread) {
        try {
            for (int i = 0; i < DOCUMENTS; i++) {
                Document document = new Document();
                document.add(new TextField("text", "thread " + thread + " number " + i + " weighs the warp", Field.Store.YES));
                writer.addDocument(document);
            }
            writer.commit();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private int find() throws IOException {
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
            return new IndexSearcher(reader).count(new TermQuery(new Term("text", "warp")));
        }
    }

    private static Thread start(Runnable work) {
        try {
            return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
        } catch (ReflectiveOperationException e) {
            Thread thread = new Thread(work);
            thread.start();
            return thread;
        }
    }

    public static void main(String[] args) throws Exception {
        try (Directory directory = new MMapDirectory(Path.of(args[0]));
                IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
            Search search = new Search(writer);
            System.out.println("ready 0");
            Scanner in = new Scanner(System.in, "UTF-8");
            while (in.hasNextLine()) {
                in.nextLine();
                List<Thread> threads = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    int number = i;
                    threads.add(start(() -> search.write(number)));
                }
                for (Thread thread : threads) {
                    thread.join();
                }
                System.out.println("found " + search.find());
            }
        }
    }
}
