# As much of Homebrew as the formula uses, to run it where there is no Homebrew: ruby formula.rb FORMULA PACKAGE PREFIX JAVA_HOME.
# Unpacks the package, as Homebrew does, in a folder of its own; checks its sum; installs; runs the formula's test.
require "digest"
require "fileutils"
require "pathname"
require "shellwords"
require "tmpdir"

FORMULA, PACKAGE, PREFIX, JAVA_HOME = ARGV.map { |path| Pathname.new(path) }

# Folders of a formula: files are moved into them, under another name where a hash gives one.
class Pathname
  def install(*files)
    FileUtils.mkdir_p(to_s)
    files.flatten.each do |file|
      (file.is_a?(Hash) ? file.to_a : [[file, File.basename(file.to_s)]]).each do |from, name|
        raise "there is no #{from}" unless File.exist?(from.to_s)
        FileUtils.cp_r(from.to_s, join(name).to_s, preserve: true)
      end
    end
    raise "nothing to install in #{self}" if files.flatten.empty?
  end

  def write_env_script(target, env)
    raise "there is no #{target}" unless File.executable?(target.to_s)
    FileUtils.mkdir_p(dirname.to_s)
    File.write(to_s, "#!/bin/bash\n#{env.map { |k, v| "#{k}=\"#{v}\" " }.join}exec \"#{target}\" \"$@\"\n")
    File.chmod(0o755, to_s)
  end
end

module Language
  module Java
    def self.overridable_java_home_env
      { "JAVA_HOME" => "${JAVA_HOME:-#{JAVA_HOME}}" }
    end
  end
end

class Formula
  %w[desc homepage url sha256 license depends_on].each do |field|
    define_singleton_method(field) do |value = nil|
      @fields ||= {}
      value.nil? ? @fields[field] : @fields[field] = value
    end
  end

  def self.test(&block)
    block ? @test = block : @test
  end

  def version = File.basename(self.class.url)[/-(\d[\d.]*\d)\.tar/, 1]
  def prefix = PREFIX
  def libexec = prefix/"libexec"
  def bin = prefix/"bin"
  def man1 = prefix/"share/man/man1"
  def bash_completion = prefix/"etc/bash_completion.d"
  def zsh_completion = prefix/"share/zsh/site-functions"
  def fish_completion = prefix/"share/fish/vendor_completions.d"
  def testpath = @testpath

  def shell_output(command, status = 0)
    said = `#{command}`
    raise "#{command}: status #{$?.exitstatus}" unless $?.exitstatus == status
    said
  end

  def assert_match(expected, said)
    raise "#{expected} is not in #{said}" unless said.match?(expected.is_a?(Regexp) ? expected : Regexp.escape(expected))
  end

  def check
    fields = %w[desc homepage url sha256 license depends_on].to_h { |field| [field, self.class.send(field)] }
    fields.each { |field, value| raise "the formula has no #{field}" if value.to_s.empty? || value.to_s.include?("@") }
    raise "another sum" unless Digest::SHA256.file(PACKAGE.to_s).hexdigest == fields["sha256"]
    raise "the description is too long or begins with an article" if fields["desc"].length > 80 || fields["desc"] =~ /\A(A|An|The) /
    raise "depends on #{fields['depends_on']}" unless fields["depends_on"] == "openjdk"
    Dir.mktmpdir do |folder|
      system("tar", "-xzf", PACKAGE.to_s, "-C", folder, "--strip-components=1") or raise "it cannot be unpacked"
      Dir.chdir(folder) { install }
    end
    Dir.mktmpdir do |folder|
      @testpath = Pathname.new(folder)
      Dir.chdir(folder) { instance_exec(&self.class.test) }
    end
  end
end

load FORMULA.to_s
Loomweight.new.check
puts "good"
